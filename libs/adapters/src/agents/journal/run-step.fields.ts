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
    code: { type: 'string', description: 'The problem code.' },
    detail: { type: 'string', description: 'What was wrong.' },
    errors: {
      type: 'array',
      items: { type: 'object' },
      description: 'The individual faults, as in a problem document.',
    },
  },
  required: ['code', 'detail', 'errors'],
};

const tokens = (description: string) => ({ type: ['integer', 'null'], format: 'int32', description });

const usageSchema = {
  type: 'object',
  properties: {
    input_tokens: tokens('Tokens sent to the model; null if it did not report them.'),
    output_tokens: tokens('Tokens in its response; null if it did not report them.'),
  },
  required: ['input_tokens', 'output_tokens'],
};

export const runStepFields = fields(RunStep, ['agent_run_steps', 'AgentRunStep'], {
  id,
  tenantId,
  runId: shown(uuid, 'The run that the step belongs to.'),
  number: shown(int32, 'Position of the step in the run, from 1.', 2),
  name: shown(
    text,
    'What the step does; identifies it across attempts, so that it is not done twice.',
    'write the note',
  ),
  kind: shown(
    oneOf(stepKinds),
    '`operation` is an operation of this API, `app_call` a tool of a connected app, `model` a request to a model, ' +
      "`code` the blueprint's own code.",
    'operation',
  ),
  operation: shown(nullable(text), 'The operation or tool; null for other kinds.', 'create_note'),
  arguments: shown(
    from({ column: asShown('arguments'), property: 'shownArguments' }, nullable(json)),
    'Arguments of the call, with secrets masked; beyond 16 KiB, the beginning of their JSON text.',
    { title: 'Task digest 2026-11-21' },
  ),
  status: shown(
    oneOf(stepStatuses),
    '`open`: a call to an external service whose outcome is not known (yet); `done`: completed; ' +
      '`failed`: refused by a rule of the workspace.',
    'done',
  ),
  result: shown(
    from({ column: asShown('result'), property: 'shownResult' }, nullable(json)),
    'Result of the step, shown like the arguments: any JSON, null if there is none.',
    { note_id: '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa' },
  ),
  error: shown(nullable(shaped(refusalSchema)), 'Why a rule of the workspace refused it; null if none did.'),
  usage: shown(nullable(shaped(usageSchema)), 'Tokens as counted by the model; null for other kinds.'),
  costUsdMicros: shown(int64, 'Cost in millionths of a US dollar.', 0),
  truncated: shown(bool, 'True if the arguments or result were too long to be shown in full.', false),
  attempt: shown(int32, 'The attempt of the run that performed the step, from 1.', 1),
  startedAt: shown(instant, 'When the step started.'),
  finishedAt: shown(nullable(instant), 'When the step completed or was refused; null until then.'),
  bytes: hidden(int32),
  shown: hidden(nullable(json)),
  createdAt,
  updatedAt,
});
export const runStepView = runStepFields.view;
