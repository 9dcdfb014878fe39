import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { failureCategories } from '@tandem/domain/agents/runs/run-failure';
import { runStatuses } from '@tandem/domain/agents/runs/run-fields';
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
import { view } from '@tandem/platform/view/view';
import { agentsGlossary } from '../agents.glossary.js';
import { costUsdCents } from './run-rules.js';

const slug = from({ column: 't.blueprint', property: 'blueprint' }, text);

export const agentRunView = view<AgentRun>(agentsGlossary)('AgentRun', {
  id: uuid,
  tenant_id: uuid,
  agent_kind: slug,
  agent_blueprint: slug,
  status: oneOf(runStatuses),
  model: nullable(text),
  input: json,
  output: nullable(json),
  run_at: instant,
  deadline_at: nullable(instant),
  attempt: int32,
  consecutive_failures: int32,
  budget_usd_cents: nullable(int64),
  cost_usd_cents: from({ column: costUsdCents }, int64),
  platform_fee_cents: int64,
  failure_category: nullable(oneOf(failureCategories)),
  failure_detail: nullable(text),
  content_hidden: from({ column: 'false', property: 'contentHidden' }, bool),
  schedule_id: nullable(uuid),
  started_at: nullable(instant),
  finished_at: nullable(instant),
  member_id: nullable(uuid),
  created_at: preciseInstant,
  updated_at: instant,
});
