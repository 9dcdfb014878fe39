import type { ListedBlueprint } from '@tandem/domain/agents/blueprints.service';
import { unavailableReasons } from '@tandem/domain/agents/models/model-settings';
import { bool, int32, int64, nullable, oneOf, shaped, text, texts } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { agentsGlossary } from '../agents.glossary.js';

const jsonSchema = shaped({ type: 'object' });

export const blueprintView = view<ListedBlueprint>(agentsGlossary)('Blueprint', {
  slug: text,
  version: text,
  title: text,
  engine: oneOf(['code', 'llm']),
  available: bool,
  unavailable_reason: nullable(oneOf(unavailableReasons)),
  input_schema: jsonSchema,
  output_schema: jsonSchema,
  tools: texts,
  effects: oneOf(['read', 'write']),
  access: texts,
  max_attempts: int32,
  default_deadline_seconds: int32,
  default_budget_usd_cents: nullable(int64),
  model: nullable(text),
  instructions: nullable(text),
  max_steps: nullable(int32),
});
