import type { Blueprint } from './blueprint.js';
import { Blueprints } from './blueprints.port.js';

export class GetBlueprint {
  static needs = [Blueprints] as const;

  constructor(private readonly blueprints: Blueprints) {}

  async run({ blueprint }: { blueprint: string }): Promise<Blueprint> {
    return this.blueprints.get(blueprint);
  }
}
