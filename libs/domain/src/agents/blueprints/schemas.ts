/** Words of inputs and outputs that several built-in blueprints share. */

export const count = { type: 'integer', minimum: 0 };
export const text = { type: 'string' };
export const uuid = { type: 'string', format: 'uuid' };
export const taskKey = { type: ['string', 'null'], description: 'Such as WEB-12; null for a task of no project.' };
export const more = { type: 'boolean', description: 'True when a bound was reached: start another run to go on.' };
export const skipped = { ...count, description: 'Left as they are, since a rule of the workspace refused the change.' };

export const projectId = (description: string) => ({ ...uuid, description });

export const days = (description: string, usual: number) => ({
  ...{ type: 'integer', minimum: 1, maximum: 3650, default: usual },
  description: `${description} Default ${usual}.`,
});

export const limit = (description: string, usual: number, most: number) => ({
  ...{ type: 'integer', minimum: 1, maximum: most, default: usual },
  description: `${description} Default ${usual}, at most ${most}.`,
});
