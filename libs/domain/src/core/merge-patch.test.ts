import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeField, mergePatch } from './merge-patch.js';

const json = fc.jsonValue({ maxDepth: 4 });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const depth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
const holdsNull = (value: unknown): boolean =>
  value === null || (isObject(value) && Object.values(value).some(holdsNull));

describe('a merge patch', () => {
  it.each<[original: unknown, patch: unknown, result: unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('changes %j by %j like appendix A of RFC 7396', (original, patch, result) => {
    expect(mergePatch(original, patch)).toEqual(result);
  });

  it('sets the members it names, removes those set to null, and keeps the others', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (target, patch) => {
        const before = JSON.stringify(target);
        const merged = mergePatch(target, patch) as Record<string, unknown>;
        for (const key of new Set([...Object.keys(target), ...Object.keys(patch)])) {
          const given = Object.hasOwn(patch, key) ? patch[key] : undefined;
          expect(Object.hasOwn(merged, key)).toBe(given !== null);
          if (given === undefined) expect(merged[key]).toBe(target[key]);
          else if (given !== null && !isObject(given)) expect(merged[key]).toBe(given);
        }
        expect(JSON.stringify(target)).toBe(before);
      }),
    );
  });

  it('is idempotent and adds no depth', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const merged = mergePatch(target, patch);
        expect(mergePatch(merged, patch)).toEqual(merged);
        expect(depth(merged)).toBeLessThanOrEqual(Math.max(depth(target), depth(patch)));
        if (isObject(patch)) expect(holdsNull(mergePatch('no object', patch))).toBe(false);
      }),
    );
  });

  it('treats names of prototypes as ordinary members', () => {
    const target: unknown = JSON.parse('{"__proto__":{"a":1,"b":2},"constructor":{"prototype":{"c":3}}}');
    const patch: unknown = JSON.parse('{"__proto__":{"a":null,"d":4},"constructor":{"prototype":{"c":5}}}');
    const merged = mergePatch(target, patch);
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"b":2,"d":4},"constructor":{"prototype":{"c":5}}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).d).toBeUndefined();
    expect(JSON.stringify(mergePatch({}, JSON.parse('{"__proto__":{"e":{"f":null}}}')))).toBe('{"__proto__":{"e":{}}}');
    expect(JSON.stringify(mergePatch(target, JSON.parse('{"__proto__":null,"constructor":null}')))).toBe('{}');
  });
});

describe('a patched field', () => {
  const text = (kib: number) => 'a'.repeat(kib * 1024);

  it('does not outgrow the limit through small patches', () => {
    const full = { a: text(40) };
    const fault = { pointer: '/input_template', code: 'too_large' };
    expect(() => mergeField(full, { b: text(24) }, 'input_template')).toThrow(
      expect.objectContaining({ kind: 'invalid', extra: { findings: [expect.objectContaining(fault)] } }),
    );
    expect(mergeField(full, { b: text(23) }, 'metadata')).toEqual({ a: text(40), b: text(23) });
  });

  it('above the limit can change but not grow', () => {
    const large = { a: text(100), b: 1 };
    expect(mergeField(large, { b: 2 }, 'metadata')).toEqual({ a: text(100), b: 2 });
    expect(mergeField({}, large, 'metadata')).toEqual(large);
    expect(() => mergeField(large, { c: 1 }, 'metadata')).toThrow(expect.objectContaining({ code: 'invalid_body' }));
  });
});
