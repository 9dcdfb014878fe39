import type { JsonSchema } from '../blueprint.js';

export const inputOf = (properties: Record<string, JsonSchema>, required?: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  ...(required && { required }),
  properties,
});

export const outputOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

export const listOf = (properties: Record<string, JsonSchema>) => ({ type: 'array', items: outputOf(properties) });

export const count = { type: 'integer', minimum: 0 };
export const text = { type: 'string' };
export const uuid = { type: 'string', format: 'uuid' };
export const taskFields = {
  task_id: uuid,
  identifier: { type: ['string', 'null'], description: 'Such as WEB-12; null for a task without a project.' },
  title: text,
};
export const more = { type: 'boolean', description: 'True if a limit was reached: start another run to continue.' };
export const skipped = {
  ...count,
  description: 'Number left unchanged because a rule of the workspace refused the change.',
};

export const taskId = (description: string) => ({ type: ['string', 'null'], format: 'uuid', description });

export const upTo = (max: number, defaultValue: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: max,
  default: defaultValue,
});

export const days = (description: string, defaultValue: number) => ({
  ...upTo(3650, defaultValue),
  description: `${description} Default ${defaultValue}.`,
});

export const limit = (description: string, defaultValue: number, max: number) => ({
  ...upTo(max, defaultValue),
  description: `${description} Default ${defaultValue}, at most ${max}.`,
});
