import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { show } from '../src/output.js';

describe('the output on a terminal', () => {
  const { isTTY, columns } = process.stdout;
  let written: string;

  beforeEach(() => {
    written = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written += String(text))));
    Object.assign(process.stdout, { isTTY: true, columns: 60 });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(process.stdout, { isTTY, columns });
  });

  it('is a table that fits, whose columns line up in every script', () => {
    const wide = {
      identifier: 'WEB-1',
      title: '価格\u001b[31m表',
      state: 'open',
      created_at: '2026-11-30T09:00:00.000Z',
    };
    show([wide, { ...wide, title: 'x'.repeat(80) }], {});
    expect(written.split('\n')).toEqual([
      `identifier  title${' '.repeat(27)}state`,
      `WEB-1       価格 [31m表${' '.repeat(21)}open`,
      `WEB-1       ${'x'.repeat(29)}…  open`,
      '',
    ]);
  });

  it('names a record without an identifier by its id', () => {
    show([{ id: '019a', identifier: null, title: 'A' }], {});
    expect(written).toBe('identifier  id    title\n            019a  A\n');
  });

  it('is a line for each field of one record, those of records within it too', () => {
    show({ id: '019a', tenant: { name: 'Acme', scopes: ['a', 'b'] }, note: null }, {});
    expect(written).toBe('id             019a\ntenant.name    Acme\ntenant.scopes  ["a","b"]\nnote           \n');
  });
});
