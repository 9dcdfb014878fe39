import { describe, expect, it } from '@jest/globals';
import { derived } from './derived-kind.js';
import { isKnown, kindOf, kinds } from './records.js';

describe('records of a new kind', () => {
  it('are made as their document says, with names that tell whose they are', () => {
    for (const kind of ['projects', 'notebooks', 'pipelines'])
      expect(derived(kind)).toMatchObject({ at: kinds[kind]!.at, body: { name: '{word}' } });
  });

  it('that no document tells of are asked for in words', () => {
    expect([isKnown('widgets'), isKnown('tasks')]).toEqual([false, true]);
    expect(() => kindOf('widgets')).toThrow('add a line to kinds in apps/api/test/isolation/records.ts');
  });
});
