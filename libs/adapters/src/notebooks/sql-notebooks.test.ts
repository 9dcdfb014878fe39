import { Notebook } from '@tandem/domain/notebooks/notebook';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlNotebooks } from './sql-notebooks.js';

storeContract(SqlNotebooks, {
  make: (number) => new Notebook({ name: `Notebook ${number}` }),
  change: (notebook) => notebook.update({ name: 'Another' }),
  filters: { q: 'other' },
  records: { added: ['notebook.created'], changed: ['notebook.updated'] },
});
