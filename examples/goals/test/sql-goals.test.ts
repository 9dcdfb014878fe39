import { features } from '@tandem/adapters/features';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { Goal } from '../src/goal.js';
import { goals } from '../src/goals.feature.js';
import { SqlGoals } from '../src/sql-goals.js';

storeContract(
  'SqlGoals',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants([...features, goals]);
    return {
      store: new SqlGoals(database),
      tenants: [ours.tenantId, theirs.tenantId],
      make: (number: number) => new Goal({ title: `Goal ${number}` }),
      tells: { added: ['goal.created'], changed: ['goal.updated'] },
      happened,
      close,
    };
  },
  (goal) => goal.rename('Another'),
);
