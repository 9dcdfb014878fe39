import { needing } from '../../core/use-case.js';
import type { Blueprint } from '../blueprint.js';
import { Blueprints } from '../blueprints/blueprints.port.js';
import { ModelChoice, type UnavailableReason } from './model-choice.service.js';

/** A blueprint as its listing shows it to a tenant. */
export interface ListedBlueprint extends Blueprint {
  available: boolean;
  unavailableReason: UnavailableReason | null;
}

/** Tells which blueprints a tenant can start runs of. */
export class Availability extends needing({ blueprints: Blueprints, models: ModelChoice }) {
  async of(slug: string): Promise<ListedBlueprint> {
    const blueprint = this.blueprints.get(slug);
    const { reason } = await this.models.of(blueprint);
    // An object that inherits from the blueprint: the blueprint itself is shared by all tenants, and stays as it is.
    const listed = Object.create(blueprint) as ListedBlueprint;
    return Object.assign(listed, { available: reason === null, unavailableReason: reason });
  }

  async ofAll(): Promise<ListedBlueprint[]> {
    const listed: ListedBlueprint[] = [];
    for (const { slug } of this.blueprints.all) listed.push(await this.of(slug));
    return listed;
  }
}
