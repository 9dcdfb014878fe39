import { newId } from '@tandem/domain/core/id';
import { asTenant } from '@tandem/testing/as-tenant';
import { startingStatuses, StatusSet } from '@tandem/domain/projects/status';
import { Task } from '@tandem/domain/tasks/task';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlStatuses } from '../projects/sql-statuses.js';
import { SqlTasks } from './sql-tasks.js';
import { InMemoryTasks } from './tasks.fake.js';

const rename = (task: Task) => task.update({ title: `${task.title}!` }, new StatusSet([]));
const tells = { added: ['task.created'], changed: ['task.updated'] };

storeContract(
  'SqlTasks',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const statuses = await asTenant(ours.tenantId, () => new SqlStatuses(database).setOf(null));
    const make = (number: number) => new Task({ title: `Task ${number}` }, { project: null, statuses }, null);
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlTasks(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryTasks',
  async () => {
    const tenants = [newId(), newId()] as const;
    const store = new InMemoryTasks();
    const statuses = asTenant(tenants[0], () => new StatusSet(startingStatuses(null)));
    const make = (number: number) => new Task({ title: `Task ${number}` }, { project: null, statuses }, null);
    return { store, tenants, make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
