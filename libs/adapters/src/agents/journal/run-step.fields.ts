import { RunStep, stepKinds, stepStatuses } from '@tandem/domain/agents/journal/run-step';
import { fields } from '@tandem/platform/store/table';
import { createdAt, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import {
  bool,
  from,
  instant,
  int32,
  int64,
  json,
  nullable,
  oneOf,
  shaped,
  text,
  uuid,
} from '@tandem/platform/view/kinds';

/** `RunStep.shownArguments` and `shownResult` in SQL; the test of the store compares them. */
const asShown = (column: string) => `case when t.shown is null then t.${column} else t.shown -> '${column}' end`;

const refusalSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The code of the problem.' },
    detail: { type: 'string', description: 'What was wrong.' },
    errors: { type: 'array', items: { type: 'object' }, description: 'Each fault, as in a problem document.' },
  },
  required: ['code', 'detail', 'errors'],
};

const tokens = (description: string) => ({ type: ['integer', 'null'], format: 'int32', description });

const usageSchema = {
  type: 'object',
  properties: {
    input_tokens: tokens('Tokens of what the model was sent; null where it did not say.'),
    output_tokens: tokens('Tokens of its answer; null where it did not say.'),
  },
  required: ['input_tokens', 'output_tokens'],
};

export const runStepFields = fields(RunStep, ['agent_run_steps', 'AgentRunStep'], {
  id,
  tenantId,
  runId: shown(uuid, 'The run that the step belongs to.'),
  number: shown(int32, 'Its place among the steps of the run, from 1.', 2),
  name: shown(
    text,
    'What was done; names the same step in every attempt, so that it is not done twice.',
    'write the note',
  ),
  kind: shown(
    oneOf(stepKinds),
    'operation is one of this API, app_call a tool of a connected app, ' +
      "model a question to a model, code the blueprint's own.",
    'operation',
  ),
  operation: shown(nullable(text), 'The operation or tool; null for the other kinds.', 'create_note'),
  arguments: shown(
    from({ column: asShown('arguments'), property: 'shownArguments' }, nullable(json)),
    'What it was called with; secrets are masked, and beyond 16 KiB it is the beginning of the JSON text.',
    { title: 'Task digest 2026-11-21' },
  ),
  status: shown(
    oneOf(stepStatuses),
    'open is a call to the outside world whose answer is not known (yet); ' +
      'done is done; failed was refused by a rule of the workspace.',
    'done',
  ),
  result: shown(
    from({ column: asShown('result'), property: 'shownResult' }, nullable(json)),
    'What came of the step, shown like the arguments: any JSON, null when there is nothing to tell.',
    { note_id: '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa' },
  ),
  error: shown(nullable(shaped(refusalSchema)), 'Why a rule of the workspace refused it; null unless one did.'),
  usage: shown(nullable(shaped(usageSchema)), 'Tokens that the model counted; null for the other kinds.'),
  costUsdMicros: shown(int64, 'What it cost, in millionths of a US dollar.', 0),
  truncated: shown(bool, 'True when arguments or result were too long to be shown whole.', false),
  attempt: shown(int32, 'The attempt of the run that did it, from 1.', 1),
  startedAt: shown(instant, 'When it began.'),
  finishedAt: shown(nullable(instant), 'When it was done or refused; null until then.'),
  bytes: hidden(int32),
  shown: hidden(nullable(json)),
  createdAt,
  updatedAt,
});
export const runStepView = runStepFields.view;
