import type { JsonSchema } from '../blueprint.js';

/** Words of inputs and outputs that several built-in blueprints share. */

/** An input of these fields and no others. */
export const inputOf = (properties: Record<string, JsonSchema>, required?: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  ...(required && { required }),
  properties,
});

/** An object that has all of these fields. */
export const outputOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** A list of such objects. */
export const listOf = (properties: Record<string, JsonSchema>) => ({ type: 'array', items: outputOf(properties) });

export const count = { type: 'integer', minimum: 0 };
export const text = { type: 'string' };
export const uuid = { type: 'string', format: 'uuid' };
/** By which a task is told from others. */
export const taskFields = {
  task_id: uuid,
  identifier: { type: ['string', 'null'], description: 'Such as WEB-12; null for a task of no project.' },
  title: text,
};
export const more = { type: 'boolean', description: 'True when a bound was reached: start another run to go on.' };
export const skipped = { ...count, description: 'Left as they are, since a rule of the workspace refused the change.' };

export const taskId = (description: string) => ({ type: ['string', 'null'], format: 'uuid', description });

/** A number from 1 on; `usual` where none is given. */
export const upTo = (max: number, usual: number) => ({ type: 'integer', minimum: 1, maximum: max, default: usual });

export const days = (description: string, usual: number) => ({
  ...upTo(3650, usual),
  description: `${description} Default ${usual}.`,
});

export const limit = (description: string, usual: number, max: number) => ({
  ...upTo(max, usual),
  description: `${description} Default ${usual}, at most ${max}.`,
});
