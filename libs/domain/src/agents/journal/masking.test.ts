import { describe, expect, it } from '@jest/globals';
import { newId } from '../../core/id.js';
import { inScope, systemScope } from '../../core/scope.js';
import { masked, maskedJson } from './masking.js';
import { RunFailure } from '../runs/run-failure.js';

const opened = ['tok"en\\of', 'abc'];
const within = <T>(work: () => T) => inScope(systemScope(newId(), { opened: new Set(opened) }), work);

describe('masking', () => {
  it('masks text that looks like a key', () => {
    expect(masked('Use gsk_0123456789 and Bearer abc.def+ghi, but not re_sent.')).toBe(
      'Use [masked] and [masked], but not re_sent.',
    );
  });

  it('masks opened secrets, plain and in JSON, except short ones', () => {
    expect(within(() => masked(`abc ${opened[0]}!`))).toBe('abc [masked]!');
    expect(within(() => maskedJson({ [opened[0]!]: [`<${opened[0]}>`] }))).toEqual({ '[masked]': ['<[masked]>'] });
    expect(masked(opened[0]!)).toBe(opened[0]);
  });

  it('masks secrets in failure messages and cuts them to 2,000 characters', () => {
    const failure = new RunFailure('tool_error', `Bearer abcdef123456 and wsk_live_abcdefghij ${'x'.repeat(3000)}`);
    expect(failure.detail).toHaveLength(2000);
    expect(failure.detail).toMatch(/^\[masked\] and \[masked\] xxx/);
  });
});
