import { mustReachAll } from '../../core/scope.js';
import { uses } from '../../core/use-case.js';
import type { Label, LabelFields } from './label.js';
import { Labels } from './labels.port.js';

export class UpdateLabel extends uses({ labels: Labels }) {
  async run({ id, ...fields }: LabelFields & { id: string }): Promise<Label> {
    mustReachAll('tasks');
    return this.labels.change(id, (label) => label.update(fields));
  }
}
