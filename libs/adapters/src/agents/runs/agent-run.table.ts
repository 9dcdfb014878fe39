import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { RunStep } from '@tandem/domain/agents/runs/run-step';
import { bigint, bool, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/postgres/table';

export const agentRunTable = table(AgentRun, 'agent_runs', {
  blueprint: text,
  status: text,
  input: json,
  output: nullable(json),
  runAt: instant,
  deadlineAt: nullable(instant),
  budgetUsdCents: nullable(bigint),
  costMicroUsd: bigint,
  platformFeeCents: bigint,
  attempt: int,
  consecutiveFailures: int,
  lostInRow: int,
  failureCategory: nullable(text),
  failureDetail: nullable(text),
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  scheduleId: nullable(uuid),
  memberId: nullable(uuid),
  rights: json,
  workerId: nullable(uuid),
  leaseExpiresAt: nullable(instant),
  lastHeartbeatAt: nullable(instant),
});

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
