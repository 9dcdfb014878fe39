import { type RunStep, stepStatuses } from '@tandem/domain/agents/runs/run-step';
import { instant, int32, json, nullable, oneOf, text, uuid, view } from '@tandem/platform/view/view';
import { agentsGlossary } from '../agents.glossary.js';

export const runStepView = view<RunStep>(agentsGlossary)('AgentRunStep', {
  id: uuid,
  tenant_id: uuid,
  run_id: uuid,
  name: text,
  status: oneOf(stepStatuses),
  result: nullable(json),
  attempt: int32,
  created_at: instant,
  updated_at: instant,
});
