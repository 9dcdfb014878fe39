import type { List } from '../core/page.js';
import { Pipelines } from './pipelines.port.js';

export class ListPipelines {
  static needs = [Pipelines] as const;

  constructor(private readonly pipelines: Pipelines) {}

  run(): Promise<List> {
    return this.pipelines.list();
  }
}
