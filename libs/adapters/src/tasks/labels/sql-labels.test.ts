import { Label } from '@tandem/domain/tasks/labels/label';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlLabels } from './sql-labels.js';

storeContract(SqlLabels, {
  make: (number) => new Label({ name: `Label ${number}`, color: '#d73a4a' }),
  change: (label) => label.update({ color: '#0e8a16' }),
  filters: { q: 'label' },
  records: { added: ['label.created'], changed: ['label.updated'] },
});
