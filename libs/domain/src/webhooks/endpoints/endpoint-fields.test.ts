import { describe, expect, it } from '@jest/globals';
import { Vocabulary } from '../../core/vocabulary.js';
import { mustBeAdmissible } from './endpoint-fields.js';

describe('the fields of a webhook endpoint', () => {
  const judged = (eventTypes: string[] | null, refusal: string | null) => () =>
    new Vocabulary({}, {}, ['task.created']).within(() => mustBeAdmissible({ eventTypes }, refusal));
  const refused = (code: string, ...pointers: string[]) =>
    expect.objectContaining({
      code,
      extra: { findings: pointers.map((pointer) => expect.objectContaining({ pointer })) },
    });

  it('accept existing event types and a permitted address only', () => {
    for (const types of [null, ['task.created', 'task.*']]) expect(judged(types, null)).not.toThrow();
    expect(judged(['task.*', 'x.y'], null)).toThrow(refused('invalid_body', '/event_types/1'));
  });

  it('are refused for the address alone with a code of its own, otherwise with every fault', () => {
    expect(judged(null, 'no')).toThrow(refused('url_not_allowed', '/url'));
    expect(judged(['x.y'], 'no')).toThrow(refused('invalid_body', '/event_types/0', '/url'));
  });
});
