import { type Assembled, assemble } from '@tandem/api/assemble';
import { Page } from '@tandem/domain/core/page';
import { inTenant, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Class, Feature, Method } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { onDatabase } from './database.js';

/** Runs verbs of the API's routes as the operator, straight on the database. */
export class Operator {
  private constructor(
    private readonly api: Assembled,
    private readonly features: readonly Feature[],
  ) {}

  static work(task: (operator: Operator) => Promise<void>, env: NodeJS.ProcessEnv = process.env): Promise<number> {
    return onDatabase(
      { ...env, LOG_LEVEL: 'error' },
      (settings, features) => assemble(features, settings, () => 'http://localhost'),
      (api, features) => task(new Operator(api, features)).then(() => 0),
    );
  }

  async tenantIdOf(named: string): Promise<string> {
    const query = 'select tenant_id from tenant_slugs where slug = $1 or tenant_id::text = $1';
    const rows = await inTenant(noTenant, () => this.api.database.query(query, [named.toLowerCase()]));
    if (rows[0]) return rows[0].tenant_id as string;
    throw new Error(`there is no tenant with the slug or id ${named}; npm run cli -- tenants lists them`);
  }

  /** The answer of a route as its view shows it, in a tenant or in none. */
  async call(method: Method, path: string, input: object, scope?: Partial<Scope>): Promise<Record<string, unknown>> {
    const routes = this.features.flatMap(({ routes = [] }) => routes);
    const route = routes.find((one) => one.method === method && one.path === path)!;
    const verb = this.get(route.run);
    const result: unknown = await this.within(scope ?? {}, () => verb.run(input));
    if (result instanceof Page) return { data: result.items.map((item) => JSON.parse(item.json) as unknown) };
    return route.answer.view ? (JSON.parse(route.answer.view.render(result)) as Record<string, unknown>) : {};
  }

  /** What a use case answers that no route has; features name it among their jobs. */
  verb(name: string, input: object, scope: Partial<Scope>): Promise<unknown> {
    const job = this.features.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name)!;
    return this.within(scope, () => this.get(job.run).run(input) as Promise<unknown>);
  }

  /** The slugs of the blueprints that a tenant may run. */
  async blueprintsOf(tenantId: string): Promise<string[]> {
    const { data } = await this.call('get', '/agents', {}, { tenantId });
    return (data as { slug: string }[]).map(({ slug }) => slug);
  }

  get<T>(token: Class<T>): T {
    return this.api.container.get(token);
  }

  /** Works as the operator, in a tenant or in none. */
  within<T>(scope: Partial<Scope>, work: () => Promise<T>): Promise<T> {
    const actor = { type: 'operator' as const, id: 'operator', memberId: null };
    return vocabularyOf(this.features).within(() => inTenant(noTenant, work, { actor, ...scope }));
  }
}
