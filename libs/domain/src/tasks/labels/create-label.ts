import { conflict } from '../../core/errors.js';
import { mustReachAll } from '../../core/scope.js';
import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import { Label, type LabelFields } from './label.js';
import { Labels } from './labels.port.js';

const maxPerTenant = 500;

export class CreateLabel extends uses({ transaction: Transaction, labels: Labels }) {
  run(fields: LabelFields & { name: string; color: string }): Promise<Label> {
    mustReachAll('tasks');
    return this.transaction.run(async () => {
      if ((await this.labels.lockCount()) >= maxPerTenant)
        throw conflict('too_many_labels', `A tenant has at most ${maxPerTenant} labels.`);
      return this.labels.add(new Label(fields));
    });
  }
}
