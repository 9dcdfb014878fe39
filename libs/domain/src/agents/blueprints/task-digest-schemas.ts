export const digestInput = {
  type: 'object',
  additionalProperties: false,
  properties: {
    since: { type: 'string', format: 'date-time', description: 'Tells what was done since; default a day ago.' },
    notebook_id: { type: 'string', format: 'uuid', description: 'Where the note goes; default the default notebook.' },
  },
};

const count = { type: 'integer', minimum: 0 };

export const digestOutput = {
  type: 'object',
  required: ['note_id', 'counts'],
  properties: {
    note_id: { type: 'string', format: 'uuid' },
    counts: {
      type: 'object',
      required: ['due', 'overdue', 'waking', 'done'],
      properties: { due: count, overdue: count, waking: count, done: count },
    },
  },
};
