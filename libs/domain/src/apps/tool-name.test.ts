import { describe, expect, it } from '@jest/globals';
import { toolName } from './tool-name.js';

describe('the name of a tool of an app', () => {
  it('consists of app and tool', () => {
    expect(toolName('billing', 'find_invoice')).toBe('billing__find_invoice');
  });

  it('has no character that a provider refuses', () => {
    expect(toolName('billing', 'find.invoice ü😀')).toBe('billing__find_invoice___');
  });

  it('is cut if it is too long, and stays distinct from others', () => {
    const [one, other] = ['a', 'b'].map((end) => toolName('billing', 'x'.repeat(80) + end));
    expect([one!.length, other!.length]).toEqual([64, 64]);
    expect(one!.slice(0, 56)).toBe(`billing__${'x'.repeat(47)}`);
    expect(one).not.toBe(other);
  });

  it('never equals that of another tool', () => {
    expect(toolName('billing', 'a.b', (name) => name === 'billing__a_b')).toMatch(/^billing__a_b[0-9a-f]{8}$/);
  });
});
