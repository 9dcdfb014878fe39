import { RunStep } from '@tandem/domain/agents/runs/run-step';
import { int, json, nullable, table, text, uuid } from '@tandem/platform/postgres/table';

export const runStepTable = table(RunStep, 'agent_run_steps', {
  runId: uuid,
  name: text,
  status: text,
  result: nullable(json),
  attempt: int,
});
