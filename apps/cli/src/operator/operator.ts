import { type Assembled, assemble } from '@tandem/api/assemble';
import { DomainError } from '@tandem/domain/core/errors';
import { Operations } from '@tandem/domain/core/operations';
import { inTenant, noTenant, type Scope } from '@tandem/domain/core/scope';
import type { Class, Feature } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { onDatabase } from '../database/database.js';
import { UsageFault } from '../print.js';

/** Runs use cases as the operator, directly on the database. */
export class Operator {
  private constructor(
    private readonly api: Assembled,
    private readonly features: readonly Feature[],
    readonly tenantId = noTenant,
  ) {}

  static work(task: (operator: Operator) => Promise<void>, env: NodeJS.ProcessEnv = process.env): Promise<number> {
    return onDatabase(
      { ...env, LOG_LEVEL: 'error' },
      (settings, features) => assemble(features, settings),
      (api, features) => task(new Operator(api, features)).then(() => 0),
    );
  }

  static workIn(
    slugOrId: string,
    task: (operator: Operator) => Promise<void>,
    env?: NodeJS.ProcessEnv,
  ): Promise<number> {
    return Operator.work(async (operator) => task(await operator.inside(slugOrId)), env);
  }

  private async inside(slugOrId: string): Promise<Operator> {
    const tenant = await this.runUseCase<{ id: string } | undefined>('FindTenant', { named: slugOrId });
    if (tenant) return new Operator(this.api, this.features, tenant.id);
    throw new Error(`there is no tenant with the slug or id ${slugOrId}; npm run cli -- tenants lists them`);
  }

  /** Resolves with the result of an operation; throws a UsageFault if the arguments are invalid. */
  call<T>(operation: string, args: Readonly<Record<string, unknown>>, scope: Partial<Scope> = {}): Promise<T> {
    return this.within(scope, async () => {
      const work = await this.get(Operations).prepare<T>(operation, args).catch(asUsageFault);
      return work();
    });
  }

  /** Resolves with the result of a use case without a route, which a feature lists among its jobs as `byHand`. */
  runUseCase<T>(name: string, input: object): Promise<T> {
    const job = this.features.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name);
    if (!job) throw new Error(`no feature has the job ${name}`);
    return this.within({}, () => this.get(job.run).run(input) as Promise<T>);
  }

  get<T>(token: Class<T>): T {
    return this.api.container.get(token);
  }

  within<T>(scope: Partial<Scope>, work: () => Promise<T>): Promise<T> {
    const actor = { type: 'operator' as const, id: 'operator', memberId: null };
    return vocabularyOf(this.features).within(() => inTenant(this.tenantId, work, { actor, ...scope }));
  }
}

function asUsageFault(error: unknown): never {
  if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
  const { findings = [] } = error.extra;
  throw new UsageFault(findings.map(({ detail }) => detail).join(' '));
}
