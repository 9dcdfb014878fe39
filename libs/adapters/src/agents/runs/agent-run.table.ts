import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { RunStep } from '@tandem/domain/agents/runs/run-step';
import { bigint, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/postgres/table';

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
  name: text,
  status: text,
  result: nullable(json),
  attempt: int,
});
