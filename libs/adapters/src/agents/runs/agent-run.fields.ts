import { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { failureCategories } from '@tandem/domain/agents/runs/run-failure';
import { runStatuses } from '@tandem/domain/agents/runs/run-fields';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import {
  bool,
  from,
  instant,
  int32,
  int64,
  json,
  nullable,
  oneOf,
  preciseInstant,
  text,
  uuid,
} from '@tandem/platform/view/kinds';
import { costUsdCents } from './run-rules.js';

const slug = from({ property: 'blueprint' }, text);

export const agentRunFields = fields(AgentRun, 'agent_runs', {
  id,
  tenantId,
  blueprint: hidden(text),
  agentKind: derived(slug, 'The slug of the blueprint; the same as agent_blueprint.', 'echo'),
  agentBlueprint: derived(
    slug,
    'The slug of the blueprint that the run was started from: {blueprint} or {kind} in paths.',
    'echo',
  ),
  status: shown(
    oneOf(runStatuses),
    'State of the run: queued, running, or finished as succeeded, failed or cancelled.',
    'succeeded',
  ),
  model: shown(nullable(text), 'The model that the run uses, as provider/model; null for the code engine.'),
  input: shown(
    json,
    "Input of the run: JSON that conforms to the blueprint's input_schema. Every built-in blueprint takes an object.",
    { message: 'hello', delay_ms: 1000 },
  ),
  output: shown(
    nullable(json),
    "Output of the run: JSON that conforms to the blueprint's output_schema; null until the run succeeds.",
    { message: 'hello', attempt: 1, steps: [] },
  ),
  runAt: shown(instant, 'The earliest time at which the run starts.'),
  deadlineAt: shown(
    nullable(instant),
    'When the run fails with deadline_exceeded unless it has ended; null for no deadline.',
  ),
  attempt: shown(int32, 'Number of attempts started, from 1; 0 while the run waits for its first.', 1),
  consecutiveFailures: shown(
    int32,
    'Attempts that failed in a row. The delay before the next is 10 s and triples each time, up to 5 minutes.',
    0,
  ),
  lostInRow: hidden(int32),
  budgetUsdCents: shown(
    nullable(int64),
    'Model budget in US cents; null for no limit. A run fails with budget_exceeded before it exceeds its budget.',
  ),
  costMicroUsd: hidden(int64),
  committedMicroUsd: hidden(int64),
  reservedMicroUsd: hidden(int64),
  costUsdCents: derived(
    from({ column: costUsdCents }, int64),
    'Model costs so far, in US cents, rounded up; they are counted in millionths of a dollar.',
    0,
  ),
  platformFeeCents: shown(
    int64,
    "The operator's fee on the cost, in US cents, set when the run ends; 0 if the failure was Tandem's own.",
    0,
  ),
  failureCategory: shown(
    nullable(oneOf(failureCategories)),
    'Machine-readable reason for the failure; null unless the run failed.',
  ),
  failureDetail: shown(
    nullable(text),
    'Human-readable reason for the failure, at most 2,000 characters, with secrets masked.',
  ),
  contentHidden: derived(
    from({ column: 'false' }, bool),
    'True if `input`, `output` and `failure_detail` are null because the run could read more than you can.',
    false,
  ),
  scheduleId: shown(
    nullable(uuid),
    'The schedule that started the run, on time or by trigger; null for none, or once it is deleted.',
  ),
  startedAt: shown(nullable(instant), 'When the first attempt started; null until then.', '2026-11-21T09:30:00.210Z'),
  finishedAt: shown(nullable(instant), 'When the run ended; null until then.', '2026-11-21T09:30:01.240Z'),
  memberId: shown(nullable(uuid), 'The member on whose behalf the run acts; null for none.'),
  rights: hidden(json),
  workerId: hidden(nullable(uuid)),
  leaseExpiresAt: hidden(nullable(instant)),
  lastHeartbeatAt: hidden(nullable(instant)),
  createdAt: { ...createdAt, ...preciseInstant },
  updatedAt,
});
export const agentRunView = agentRunFields.view;
