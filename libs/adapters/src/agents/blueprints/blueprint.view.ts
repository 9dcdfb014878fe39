import type { Blueprint } from '@tandem/domain/agents/blueprint';
import { int32, int64, nullable, oneOf, shaped, text, texts, view } from '@tandem/platform/view/view';
import { agentsGlossary } from '../agents.glossary.js';

const jsonSchema = shaped({ type: 'object' });

export const blueprintView = view<Blueprint>(agentsGlossary)('Blueprint', {
  slug: text,
  version: text,
  title: text,
  engine: oneOf(['code', 'llm']),
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
