import type { Rendered } from '../core/page.js';
import { Pipelines } from './pipelines.port.js';

export class GetPipeline {
  static needs = [Pipelines] as const;

  constructor(private readonly pipelines: Pipelines) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.pipelines.read(id);
  }
}
