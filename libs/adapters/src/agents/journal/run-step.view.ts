import { type RunStep, stepKinds, stepStatuses } from '@tandem/domain/agents/journal/run-step';
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
import { view } from '@tandem/platform/view/view';
import { agentsGlossary } from '../agents.glossary.js';

/** `RunStep.shownArguments` and `shownResult` in SQL; the test of the store compares them. */
const shown = (column: string) => `case when t.shown is null then t.${column} else t.shown -> '${column}' end`;

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

export const runStepView = view<RunStep>(agentsGlossary)('AgentRunStep', {
  id: uuid,
  tenant_id: uuid,
  run_id: uuid,
  number: int32,
  name: text,
  kind: oneOf(stepKinds),
  operation: nullable(text),
  arguments: from({ column: shown('arguments'), property: 'shownArguments' }, nullable(json)),
  status: oneOf(stepStatuses),
  result: from({ column: shown('result'), property: 'shownResult' }, nullable(json)),
  error: nullable(shaped(refusalSchema)),
  usage: nullable(shaped(usageSchema)),
  cost_usd_micros: int64,
  truncated: bool,
  attempt: int32,
  started_at: instant,
  finished_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
});
