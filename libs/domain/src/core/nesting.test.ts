import { describe, expect, it } from '@jest/globals';
import { newId } from './id.js';
import { Nesting } from './nesting.js';

const line = (length: number) => Array.from({ length }, () => newId());

describe('nesting', () => {
  it('allows ten levels', () => {
    const deep = expect.objectContaining({ code: 'too_deep' });
    expect(new Nesting(line(9)).fault('notebook')).toBeUndefined();
    expect(new Nesting(line(10)).fault('notebook')).toEqual(deep);
    expect(new Nesting(line(5), 4, newId()).fault('notebook')).toBeUndefined();
    expect(new Nesting(line(5), 5, newId()).fault('notebook')).toEqual(deep);
  });

  it('refuses cycles', () => {
    const [id, ...above] = line(3);
    const circle = expect.objectContaining({ code: 'cycle' });
    expect(new Nesting([...above, id!], 0, id).fault('notebook')).toEqual(circle);
  });
});
