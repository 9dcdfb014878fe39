import { AgentRun } from '@tandem/domain/agents/agent-run';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { RunStep } from '@tandem/domain/agents/run-step';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { testSettings } from '@tandem/testing/test-settings';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlAgentRuns } from './sql-agent-runs.js';
import { SqlRunSteps } from './sql-run-steps.js';

const make = (number: number) => new AgentRun(new Echo(), { input: { message: number } });

storeContract(
  'SqlAgentRuns',
  async () => {
    const { database, databaseUrl, ours, theirs, happened, close } = await openTwoTenants();
    const store = new SqlAgentRuns(database, testSettings(databaseUrl));
    const tells = { added: ['agent_run.queued'], changed: ['agent_run.cancelled'] };
    return { store, tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
  },
  (run) => run.cancel(),
);

storeContract(
  'SqlRunSteps',
  async () => {
    const { database, databaseUrl, ours, theirs, happened, close } = await openTwoTenants();
    const runs = new SqlAgentRuns(database, testSettings(databaseUrl));
    const run = await asTenant(ours.tenantId, () => runs.add(make(0)));
    return {
      store: new SqlRunSteps(database),
      tenants: [ours.tenantId, theirs.tenantId],
      make: (number: number) => RunStep.open(run, `step ${number}`),
      tells: { added: [], changed: [] },
      happened,
      close,
    };
  },
  (step) => step.finish(1, 'fine'),
);
