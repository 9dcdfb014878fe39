import { Faults, invalid, missing, notFound } from '../core/errors.js';
import { mustBeLive } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import type { Blueprint } from './blueprint.js';
import { InstalledBlueprints } from './installed-blueprints.service.js';
import { SchemaCheck } from './blueprints/schema-check.port.js';
import type { UnavailableReason } from './models/model-settings.js';
import { TenantModels } from './models/tenant-models.service.js';
import type { RunRequest } from './runs/run-fields.js';

export interface ListedBlueprint extends Blueprint {
  available: boolean;
  unavailableReason: UnavailableReason | null;
}

/** Determines which blueprints a tenant can start, and refuses runs and schedules that would fail later. */
export class Blueprints extends uses({
  installed: InstalledBlueprints,
  schemas: SchemaCheck,
  models: TenantModels,
}) {
  find(slug: string): Blueprint | undefined {
    return this.installed.bySlug.get(slug);
  }

  /** Throws not_found for an unknown slug. */
  get(slug: string): Blueprint {
    const blueprint = this.find(slug);
    if (!blueprint) throw notFound(`There is no blueprint ${slug}. ${this.existing}`);
    return blueprint;
  }

  faultsOf(slug: string): Faults {
    const faults = new Faults();
    if (!this.find(slug)) faults.missing('blueprint', this.existing);
    return faults;
  }

  async listed(slug?: string): Promise<ListedBlueprint[]> {
    const blueprints = slug === undefined ? [...this.installed.bySlug.values()] : [this.get(slug)];
    const choices = await this.models.choose(blueprints.map((blueprint) => ({ blueprint })));
    return blueprints.map((blueprint, index) => {
      const { reason } = choices[index]!;
      // Inherits from the blueprint, which all tenants share and which must not change.
      const listed = Object.create(blueprint) as ListedBlueprint;
      return Object.assign(listed, { available: reason === null, unavailableReason: reason });
    });
  }

  /** One result per request, in order; undefined when the blueprint or a model for it is missing. */
  async startableOf(requests: readonly Pick<RunRequest, 'blueprint' | 'model'>[]): Promise<(Blueprint | undefined)[]> {
    const requested = requests.map(({ blueprint, model }) => ({ blueprint: this.find(blueprint), model }));
    const choices = await this.models.choose(requested);
    return requested.map(({ blueprint }, index) => (choices[index]!.reason === null ? blueprint : undefined));
  }

  /** The model is null for a blueprint without one. Throws when the caller may not start such a run. */
  async admitRun(request: RunRequest): Promise<{ blueprint: Blueprint; model: string | null }> {
    const { input, budgetUsdCents, isLater, at } = request;
    const blueprint = this.find(request.blueprint);
    if (!blueprint) throw missing('blueprint', this.existing);
    if ((budgetUsdCents ?? blueprint.defaultBudgetUsdCents) !== null)
      mustBeLive('A test key cannot start runs with a budget.');
    const findings = this.schemas.findings(blueprint.inputSchema, input, at);
    if (findings.length) throw invalid(findings);
    const faults = await blueprint.inputFaults(input, at);
    if (faults.length) throw invalid(faults);
    if (isLater) return { blueprint, model: null };
    return { blueprint, model: await this.models.mustChoose(blueprint, request.model) };
  }

  private get existing(): string {
    return `Blueprints are ${[...this.installed.bySlug.keys()].join(', ')}; GET /api/v1/agents describes them.`;
  }
}
