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
    'The slug of the blueprint that the run was started from: what stands as {blueprint} or {kind} in the paths.',
    'echo',
  ),
  status: shown(
    oneOf(runStatuses),
    'Where the run stands: queued, running, or ended for good as succeeded, failed or cancelled.',
    'succeeded',
  ),
  model: shown(nullable(text), 'The model it asks, as provider/model; null for the engine code.'),
  input: shown(
    json,
    "What the run works on: JSON that fits the blueprint's input_schema. Every built-in blueprint takes an object.",
    { message: 'hello', delay_ms: 1000 },
  ),
  output: shown(
    nullable(json),
    "What the run made: JSON that fits the blueprint's output_schema; null until it has succeeded.",
    { message: 'hello', attempt: 1, steps: [] },
  ),
  runAt: shown(instant, 'The run is not started before this instant.'),
  deadlineAt: shown(
    nullable(instant),
    'The run fails with deadline_exceeded when it has not ended by then; null for none.',
  ),
  attempt: shown(int32, 'How often the run was begun, from 1; 0 while it waits for the first time.', 1),
  consecutiveFailures: shown(
    int32,
    'Tries that failed in a row; the next one waits 10 s, then three times as long each time, at most 5 minutes.',
    0,
  ),
  lostInRow: hidden(int32),
  budgetUsdCents: shown(
    nullable(int64),
    'What the run may spend on models, in US cents; null for no bound. ' +
      'A run fails with budget_exceeded before it goes beyond.',
  ),
  costMicroUsd: hidden(int64),
  committedMicroUsd: hidden(int64),
  reservedMicroUsd: hidden(int64),
  costUsdCents: derived(
    from({ column: costUsdCents }, int64),
    'What the models cost so far, in US cents, rounded up; it is counted in millionths of a dollar.',
    0,
  ),
  platformFeeCents: shown(
    int64,
    "The operator's fee on the cost, in US cents, set when the run ends; 0 when the failure was Tandem's own.",
    0,
  ),
  failureCategory: shown(nullable(oneOf(failureCategories)), 'Why the run failed, for programs; null unless it did.'),
  failureDetail: shown(nullable(text), 'Why the run failed, in words, at most 2,000 characters; secrets are masked.'),
  contentHidden: derived(
    from({ column: 'false' }, bool),
    'True where `input`, `output` and `failure_detail` are null because the run could read more than you may.',
    false,
  ),
  scheduleId: shown(
    nullable(uuid),
    'The schedule it was started for, by time or by trigger; null for none, or once that was deleted.',
  ),
  startedAt: shown(
    nullable(instant),
    'When the first attempt began; null while the run waits for it.',
    '2026-11-21T09:30:00.210Z',
  ),
  finishedAt: shown(nullable(instant), 'When the run ended; null until then.', '2026-11-21T09:30:01.240Z'),
  memberId: shown(nullable(uuid), 'The member it works for; null for none.'),
  rights: hidden(json),
  workerId: hidden(nullable(uuid)),
  leaseExpiresAt: hidden(nullable(instant)),
  lastHeartbeatAt: hidden(nullable(instant)),
  createdAt: { ...createdAt, ...preciseInstant },
  updatedAt,
});
export const agentRunView = agentRunFields.view;
