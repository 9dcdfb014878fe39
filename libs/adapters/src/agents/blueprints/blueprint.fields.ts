import type { ListedBlueprint } from '@tandem/domain/agents/blueprints.service';
import { unavailableReasons } from '@tandem/domain/agents/models/model-settings';
import { shown } from '@tandem/platform/view/fields';
import { bool, int32, int64, nullable, oneOf, shaped, text, texts } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const jsonSchema = shaped({ type: 'object' });

export const blueprintView = view<ListedBlueprint>()('Blueprint', {
  slug: shown(text, 'Names the blueprint in paths and schedules.', 'task-digest'),
  version: shown(text, 'Changes when the blueprint behaves otherwise.', '1.0.0'),
  title: shown(text, 'A few words for people.', 'Write a note on what is due, overdue, waking and done'),
  engine: shown(
    oneOf(['code', 'llm']),
    'code runs without a model, llm asks one: that needs an integration key of the tenant.',
    'code',
  ),
  available: shown(bool, 'True when a run of it can be started now.', true),
  unavailableReason: shown(
    nullable(oneOf(unavailableReasons)),
    'Why not: no_key of a provider of models is stored, ' +
      'no_model is named and the provider has no usual one, or the one named is of an unknown_provider.',
  ),
  inputSchema: shown(
    jsonSchema,
    'JSON Schema of the input of a run, and of what input_template of a schedule must become.',
    { type: 'object', properties: { since: { type: 'string', format: 'date-time' } } },
  ),
  outputSchema: shown(jsonSchema, 'JSON Schema of the output of a run.', {
    type: 'object',
    properties: { note_id: { type: 'string', format: 'uuid' } },
    required: ['note_id'],
  }),
  tools: shown(
    texts,
    'The operations that the agent may use: ' +
      'their names, domain:read or domain:write for all of a domain, or * for all that agents may use.',
    ['create_note'],
  ),
  effects: shown(oneOf(['read', 'write']), 'read changes nothing in the workspace, write does.', 'write'),
  access: shown(
    texts,
    'The scopes a run makes use of; what the one who starts it may not do, the run may not do either.',
    ['tasks:read', 'notes:write'],
  ),
  maxAttempts: shown(int32, 'How often a run is tried before it fails.', 3),
  defaultDeadlineSeconds: shown(int32, 'Seconds a run has where neither request nor schedule says.', 300),
  defaultBudgetUsdCents: shown(
    nullable(int64),
    'US cents a run may spend on models where neither request nor schedule says; null for no bound.',
  ),
  model: shown(nullable(text), 'The model it asks, as provider/model, where the blueprint names one; null otherwise.'),
  instructions: shown(nullable(text), 'What the model is told; null for the engine code.'),
  maxSteps: shown(nullable(int32), 'How many rounds the model gets; null for the engine code.'),
});
