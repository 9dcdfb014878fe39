import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { RunStep } from '@tandem/domain/agents/runs/run-step';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlAgentRuns } from './sql-agent-runs.js';
import { SqlRunSteps } from './sql-run-steps.js';

const run = (message: number) => new AgentRun(new Echo(), { input: { message } });

storeContract(SqlAgentRuns, {
  make: run,
  change: (run) => run.cancel(),
  tells: { added: ['agent_run.queued'], changed: ['agent_run.cancelled'] },
});

storeContract(SqlRunSteps, {
  make: async (number, get) => new RunStep(await get(AgentRuns).add(run(number)), 1, { name: 'step', kind: 'code' }),
  change: (step) => step.finish(1, 'fine'),
});
