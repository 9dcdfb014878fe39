import { describe, expect, it } from '@jest/globals';
import { newId } from './id.js';
import { nestingFault } from './nesting.js';

const line = (length: number) => Array.from({ length }, () => newId());

describe('records nest', () => {
  it('ten deep and no deeper', () => {
    const deep = expect.objectContaining({ code: 'too_deep' });
    expect(nestingFault('notebook', { line: line(9), height: 0 })).toBeUndefined();
    expect(nestingFault('notebook', { line: line(10), height: 0 })).toEqual(deep);
    expect(nestingFault('notebook', { line: line(5), height: 4 }, newId())).toBeUndefined();
    expect(nestingFault('notebook', { line: line(5), height: 5 }, newId())).toEqual(deep);
  });

  it('without circles', () => {
    const [id, ...above] = line(3);
    const circle = expect.objectContaining({ code: 'cycle' });
    expect(nestingFault('notebook', { line: [...above, id!], height: 0 }, id)).toEqual(circle);
  });
});
