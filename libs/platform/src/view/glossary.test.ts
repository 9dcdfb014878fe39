import { describe, expect, it } from '@jest/globals';
import { glossary } from './glossary.js';

describe('a glossary', () => {
  it('has a line for each field, with or without an example', () => {
    const words = glossary(`
room_id | The room. |
seats   | How many people can sit in it. | 12
room.floor | Where it is. | 2
Room.name | What people call it, such as \`a|b\`. | "A | B"
url | Where it is.`);
    expect(Object.fromEntries(words)).toEqual({
      room_id: { means: 'The room.' },
      seats: { means: 'How many people can sit in it.', example: 12 },
      'room.floor': { means: 'Where it is.', example: 2 },
      'Room.name': { means: 'What people call it, such as `a|b`.', example: 'A | B' },
      url: { means: 'Where it is.' },
    });
  });

  it.each([
    'seats',
    '| seats | How many. | 12 |',
    'seats | How many.|',
    'seats | How many. | twelve',
    'Seats | How many.',
  ])('reports the expected form for the line %j', (line) =>
    expect(() => glossary(line)).toThrow(`seats | How many people fit in. | 12. This one does not: ${line}`),
  );
});
