import { RunStep } from '@tandem/domain/agents/journal/run-step';
import { bigint, bool, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const runStepTable = table(RunStep, 'agent_run_steps', {
  runId: uuid,
  number: int,
  name: text,
  kind: text,
  operation: nullable(text),
  arguments: nullable(json),
  status: text,
  result: nullable(json),
  error: nullable(json),
  usage: nullable(json),
  costUsdMicros: bigint,
  attempt: int,
  startedAt: instant,
  finishedAt: nullable(instant),
  bytes: int,
  shown: nullable(json),
  truncated: bool,
});
