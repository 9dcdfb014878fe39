import { expect, test } from '@jest/globals';
import { writtenInstant } from './written-instant.js';

test('an instant is written as V8 writes it, the first time and again', () => {
  const random = Array.from({ length: 1000 }, () => new Date(Math.floor((Math.random() - 0.5) * 2 * 8.64e15)));
  const near = Array.from({ length: 1000 }, (_, n) => new Date(Date.UTC(2026, 0, 1) + n * 997));
  const all = [...random, ...near, ...near.slice(-50), ...random.slice(0, 50)];
  expect(all.map(writtenInstant)).toEqual(all.map((at) => at.toISOString()));
});

test('a date that was changed is written as it is then', () => {
  const at = new Date('2026-03-29T00:59:59.999Z');
  expect(writtenInstant(at)).toBe('2026-03-29T00:59:59.999Z');
  at.setUTCMilliseconds(0);
  expect(writtenInstant(at)).toBe('2026-03-29T00:59:59.000Z');
});

test('an invalid date is refused each time', () => {
  for (let n = 0; n < 2; n++) expect(() => writtenInstant(new Date(NaN))).toThrow(RangeError);
});
