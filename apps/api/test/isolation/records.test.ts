import { describe, expect, it } from '@jest/globals';
import { derived } from './derived-kind.js';
import { isKnown, kindOf, kinds } from './records.js';

describe('records of a new kind', () => {
  it('are created as their document says, with names that show their owner', () => {
    for (const kind of ['projects', 'notebooks', 'pipelines'])
      expect(derived(kind)).toMatchObject({ at: kinds[kind]!.at, body: { name: '{word}' } });
  });

  it('without a document produce an error that says what to add', () => {
    expect([isKnown('widgets'), isKnown('tasks')]).toEqual([false, true]);
    expect(() => kindOf('widgets')).toThrow('add a line to kinds in apps/api/test/isolation/records.ts');
  });
});
