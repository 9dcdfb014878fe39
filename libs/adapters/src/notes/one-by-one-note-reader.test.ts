import { describe, expect, it } from '@jest/globals';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { testSettings } from '@tandem/testing/test-settings';
import { OneByOneNoteReader } from './one-by-one-note-reader.js';

describe('reading many bodies at once', () => {
  const reader = new OneByOneNoteReader(testSettings('postgres://x/y'));
  const long = 'KEY-1 '.repeat(20_000);
  const order: string[] = [];
  const read = (tenantId: string, name: string, text: string) =>
    inScope(systemScope(tenantId), () => reader.read(text)).then(() => order.push(name));

  it('reads long bodies one at a time, taking turns by tenant, and short ones immediately', async () => {
    const all = [read('a', 'a1', long), read('a', 'a2', long), read('a', 'a3', long), read('b', 'b1', long)];
    await Promise.all([...all, read('c', 'short', 'KEY-1 '.repeat(1000))]);
    expect(order).toEqual(['short', 'a1', 'a2', 'b1', 'a3']);
  });
});
