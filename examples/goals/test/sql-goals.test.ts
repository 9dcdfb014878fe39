import { features } from '@tandem/adapters/features';
import { storeContract } from '@tandem/testing/store-contract';
import { Goal } from '../src/goal.js';
import { goals } from '../src/goals.feature.js';
import { SqlGoals } from '../src/sql-goals.js';

storeContract(
  SqlGoals,
  {
    make: (number) => new Goal({ title: `Goal ${number}` }),
    change: (goal) => goal.rename('Another'),
    records: { added: ['goal.created'], changed: ['goal.updated'] },
  },
  [...features, goals],
);
