import type { ListedBlueprint } from '@tandem/domain/agents/blueprints.service';
import { unavailableReasons } from '@tandem/domain/agents/models/model-settings';
import { shown } from '@tandem/platform/view/fields';
import { bool, int32, int64, nullable, oneOf, shaped, text, texts } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const jsonSchema = shaped({ type: 'object' });

export const blueprintView = view<ListedBlueprint>()('Blueprint', {
  slug: shown(text, 'Identifies the blueprint in paths and schedules.', 'task-digest'),
  version: shown(text, 'Changes when the behaviour of the blueprint changes.', '1.0.0'),
  title: shown(text, 'Short human-readable title.', 'Summarize due, overdue, waking and completed tasks in a note'),
  engine: shown(
    oneOf(['code', 'llm']),
    '`code` runs without a model; `llm` calls one and requires an integration key of the tenant.',
    'code',
  ),
  available: shown(bool, 'True if a run can be started now.', true),
  unavailableReason: shown(
    nullable(oneOf(unavailableReasons)),
    'Why not: no key of a model provider is stored (no_key), no model is named and the provider has no default ' +
      '(no_model), or the provider of the named model is unknown (unknown_provider).',
  ),
  inputSchema: shown(
    jsonSchema,
    'JSON Schema of the input of a run, and of the filled-in input_template of a schedule.',
    { type: 'object', properties: { since: { type: 'string', format: 'date-time' } } },
  ),
  outputSchema: shown(jsonSchema, 'JSON Schema of the output of a run.', {
    type: 'object',
    properties: { note_id: { type: 'string', format: 'uuid' } },
    required: ['note_id'],
  }),
  tools: shown(
    texts,
    'The operations that the agent may use: names, domain:read or domain:write for an entire domain, or * for all ' +
      'that agents may use.',
    ['create_note'],
  ),
  effects: shown(oneOf(['read', 'write']), '`read` changes nothing in the workspace; `write` does.', 'write'),
  access: shown(texts, 'The scopes that a run uses; a run never has more rights than the caller who starts it.', [
    'tasks:read',
    'notes:write',
  ]),
  maxAttempts: shown(int32, 'Maximum number of attempts before a run fails.', 3),
  defaultDeadlineSeconds: shown(
    int32,
    'Time limit of a run, in seconds, unless the request or schedule sets one.',
    300,
  ),
  defaultBudgetUsdCents: shown(
    nullable(int64),
    'Model budget of a run, in US cents, unless the request or schedule sets one; null for no limit.',
  ),
  model: shown(nullable(text), 'The model that the blueprint names, as provider/model; null if it names none.'),
  instructions: shown(nullable(text), 'Instructions for the model; null for the code engine.'),
  maxSteps: shown(nullable(int32), 'Maximum number of model rounds; null for the code engine.'),
});
