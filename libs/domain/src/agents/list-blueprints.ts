import type { Page } from '../core/page.js';
import { Blueprints } from './blueprints.port.js';

export class ListBlueprints {
  static needs = [Blueprints] as const;

  constructor(private readonly blueprints: Blueprints) {}

  async run(): Promise<Page> {
    return this.blueprints.page();
  }
}
