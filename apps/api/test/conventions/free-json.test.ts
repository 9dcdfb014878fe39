import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { countJson, parseJson } from '@tandem/api/http/inputs/free-json';

const everything = { values: Infinity, depth: Infinity };
const bytes = 2 * 1024 * 1024;
const filled = (start: string, part: string, end: string) =>
  start + part.repeat(Math.floor((bytes - start.length - end.length) / part.length)) + end;

const valuesIn = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 1
    : Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object' ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

describe('JSON of a body', () => {
  let parse: jest.SpiedFunction<typeof JSON.parse>;
  beforeEach(() => {
    parse = jest.spyOn(JSON, 'parse');
  });
  afterEach(() => parse.mockRestore());
  const refusal = (text: string | Buffer) => {
    try {
      parseJson(Buffer.from(text as string));
    } catch (error) {
      return (error as { code: string }).code;
    }
    return 'none';
  };

  it('is counted in its bytes as it would be after parsing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const count = countJson(Buffer.from(JSON.stringify(value, null, space)), everything);
        expect(count).toMatchObject({ values: valuesIn(value), depth: depthOf(value) });
      }),
    );
  });

  it('is counted correctly whatever its strings contain', () => {
    const text = JSON.stringify({ 'a,[{"\\': ['],}\\"', '\\\\', '"'], b: [1.5e300, -0] });
    expect(countJson(Buffer.from(text), everything)).toEqual({ values: 8, depth: 2, maxNumberLength: 8, changed: [] });
  });

  it.each([
    ['numbers', filled('[', '0,', '0]'), 'json_too_large'],
    ['texts', filled('[', '"",', '""]'), 'json_too_large'],
    ['empty lists', filled('[', '[],', '[]]'), 'json_too_large'],
    ['members', filled('{', '"a":1,', '"a":1}'), 'json_too_large'],
    ['nested lists', filled('', '[', ''), 'json_too_deep'],
    ['nested objects', filled('', '{"a":', ''), 'json_too_deep'],
    ['digits', filled('', '1', ''), 'invalid_number'],
    ['digits of an exponent', filled('1e', '9', ''), 'invalid_number'],
  ])('is rejected before it is parsed if it has too much: %s', (_, text, code) => {
    expect(refusal(text)).toBe(code);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ['an empty text', ' \n', 'malformed_json'],
    ['a text that does not end', filled('"', 'a', ''), 'malformed_json'],
    ['half of a surrogate pair', '"\\ud800"', 'invalid_text'],
    ['a number that no double holds', '[1e400]', 'invalid_number'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'malformed_json'],
  ])('is rejected if it is malformed: %s', (_, text, code) => {
    expect(refusal(text)).toBe(code);
  });

  it('is accepted only if its integers stay distinct, and a rejected integer is reported with its position', () => {
    // A zero followed by zeros is not JSON.
    const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).filter((number) => number !== 0n);
    fc.assert(
      fc.property(integer, fc.integer({ min: 1, max: 5000 }), fc.string(), (one, difference, name) => {
        const other = one + BigInt(difference);
        const taken = [one, other].filter((number) => refusal(`{"${number}":[${number}]}`) === 'none');
        expect(new Set(taken.map(Number)).size).toBe(taken.length);
        const [key, escaped] = [`é${name}`, `é${name.replaceAll('~', '~0').replaceAll('/', '~1')}`];
        const nested = () => parseJson(Buffer.from(`{${JSON.stringify(key)}: [0, {"a": 9007199254740993}]}`));
        const findings = [expect.objectContaining({ pointer: `/${escaped}/1/a` })];
        expect(nested).toThrow(expect.objectContaining({ code: 'invalid_number', findings }));
      }),
    );
  });

  it.each([
    ['9007199254740991', true],
    ['-9007199254740991', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['-9007199254740993', false],
    ['12345678901234567890', false],
    ['602200000000000000000000', true],
    ['602200000000000000000001', false],
    ['-602200000000000000000000', true],
    ['6.02214076e23', true],
    ['12345678901234.56', true],
    ['12345678901234567890.0', false],
    ['9007199254740993e0', false],
    ['90071992547409930e-1', false],
    ['90071992547409930.00E-01', false],
    ['-9.007199254740993E+15', false],
    ['0.9007199254740993e16', false],
    ['9007199254740992.000', true],
    ['90071992547409920e-1', true],
    ['6.02200000000000000e+23', true],
    ['9007199254740993e-1', true],
    ['0.12345678901234567890', true],
    ['-0.0000000000000000', true],
    ['0e99999999999999999', true],
    ['1e-99999999999999999', true],
    ['"12345678901234567890"', true],
  ])('may contain the number %s: %s', (number, isTaken) => {
    expect(refusal(`{"id":${number}}`)).toBe(isTaken ? 'none' : 'invalid_number');
  });

  it('is accepted only if spellings of different integers stay distinct', () => {
    // A zero followed by zeros is not JSON.
    const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).filter((number) => number !== 0n);
    fc.assert(
      fc.property(integer, fc.nat(20), fc.nat(20), (number, zeros, shift) => {
        const plain = refusal(`[${number}]`);
        const padded = `${number}${'0'.repeat(shift)}`;
        for (const spelt of [
          `${number}.0${'0'.repeat(zeros)}`,
          `${number}e0`,
          `${padded}e-${shift}`,
          `${padded}.0E-${shift}`,
        ])
          expect({ spelt, code: refusal(`[${spelt}]`) }).toEqual({ spelt, code: plain });
      }),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(parseJson(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });
});
