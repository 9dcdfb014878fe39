import { features } from '@tandem/adapters/features';
import { type Assembled, assemble } from '@tandem/api/assemble';
import { Page } from '@tandem/domain/core/page';
import { inScope, noTenant, type Scope, systemScope } from '@tandem/domain/core/scope';
import type { Method } from '@tandem/platform/feature';
import { readSettings } from '@tandem/platform/settings';
import { reachDatabase } from './running-database.js';

/** Runs verbs of the API's routes as the operator, straight on the database. */
export class Operator {
  private constructor(private readonly api: Assembled) {}

  static async work(
    task: (operator: Operator) => Promise<void>,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<number> {
    const database = await reachDatabase(env, (line) => process.stderr.write(`tandem: ${line}\n`));
    const api = assemble(features, readSettings({ ...database.env, LOG_LEVEL: 'error' }), () => 'http://localhost');
    try {
      await task(new Operator(api));
      return 0;
    } finally {
      await api.close();
      await database.close();
    }
  }

  /** The answer of a route as its view shows it, in a tenant or in none. */
  async call(
    method: Method,
    path: string,
    input: object,
    scope: Partial<Scope> = {},
  ): Promise<Record<string, unknown>> {
    const route = features
      .flatMap(({ routes = [] }) => routes)
      .find((one) => one.method === method && one.path === path)!;
    const actor = { type: 'operator' as const, id: 'operator', memberId: null };
    const verb = this.api.container.get(route.run);
    const result: unknown = await inScope(systemScope(noTenant, { actor, ...scope }), () => verb.run(input));
    if (result instanceof Page) return { data: result.items.map((item) => JSON.parse(item.json) as unknown) };
    return route.answer.view ? (JSON.parse(route.answer.view.render(result)) as Record<string, unknown>) : {};
  }
}
