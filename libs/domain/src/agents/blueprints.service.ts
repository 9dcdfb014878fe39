import { Faults, invalid, missing, notFound } from '../core/errors.js';
import { mustBeLive } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import type { Blueprint } from './blueprint.js';
import { InstalledBlueprints } from './installed-blueprints.service.js';
import { SchemaCheck } from './blueprints/schema-check.port.js';
import type { UnavailableReason } from './models/model-settings.js';
import { TenantModels } from './models/tenant-models.service.js';
import type { AskedRun } from './runs/run-fields.js';

/** A blueprint as its listing shows it to a tenant. */
export interface ListedBlueprint extends Blueprint {
  available: boolean;
  unavailableReason: UnavailableReason | null;
}

/**
 * Every blueprint that some feature brings along. Tells which of them a tenant can start, and refuses at once to make runs and
 * schedules whose work would fail later.
 */
export class Blueprints extends uses({
  installed: InstalledBlueprints,
  schemas: SchemaCheck,
  models: TenantModels,
}) {
  find(slug: string): Blueprint | undefined {
    return this.installed.bySlug.get(slug);
  }

  /** not_found when there is none of this name. */
  get(slug: string): Blueprint {
    const blueprint = this.find(slug);
    if (!blueprint) throw notFound(`There is no blueprint ${slug}. ${this.existing}`);
    return blueprint;
  }

  /** The fault of an unknown blueprint, to be collected with other faults. */
  faultsOf(slug: string): Faults {
    const faults = new Faults();
    if (!this.find(slug)) faults.missing('blueprint', this.existing);
    return faults;
  }

  /** Every blueprint, or the one of this name; not_found where there is none. */
  async listed(slug?: string): Promise<ListedBlueprint[]> {
    const blueprints = slug === undefined ? [...this.installed.bySlug.values()] : [this.get(slug)];
    const choices = await this.models.choose(blueprints.map((blueprint) => ({ blueprint })));
    return blueprints.map((blueprint, index) => {
      const { reason } = choices[index]!;
      // An object that inherits from the blueprint: the blueprint itself is shared by all tenants, and stays as it is.
      const listed = Object.create(blueprint) as ListedBlueprint;
      return Object.assign(listed, { available: reason === null, unavailableReason: reason });
    });
  }

  /** For each its blueprint; undefined where there is none of that name, or no model for it to ask. */
  async startableOf(asked: readonly Pick<AskedRun, 'blueprint' | 'model'>[]): Promise<(Blueprint | undefined)[]> {
    const wanted = asked.map(({ blueprint, model }) => ({ blueprint: this.find(blueprint), model }));
    const choices = await this.models.choose(wanted);
    return wanted.map(({ blueprint }, index) => (choices[index]!.reason === null ? blueprint : undefined));
  }

  /** The blueprint and the model that the run asks, null where it asks none. Throws when the caller may not have such a run. */
  async admitRun(asked: AskedRun): Promise<{ blueprint: Blueprint; model: string | null }> {
    const { input, budgetUsdCents, isLater, at } = asked;
    const blueprint = this.find(asked.blueprint);
    if (!blueprint) throw missing('blueprint', this.existing);
    if ((budgetUsdCents ?? blueprint.defaultBudgetUsdCents) !== null)
      mustBeLive('A test key cannot start runs with a budget.');
    const findings = this.schemas.findings(blueprint.inputSchema, input, at);
    if (findings.length) throw invalid(findings);
    const faults = await blueprint.inputFaults(input, at);
    if (faults.length) throw invalid(faults);
    if (isLater) return { blueprint, model: null };
    return { blueprint, model: await this.models.mustChoose(blueprint, asked.model) };
  }

  /** For the message to a caller who named another one. */
  private get existing(): string {
    return `Blueprints are ${[...this.installed.bySlug.keys()].join(', ')}; GET /api/v1/agents describes them.`;
  }
}
