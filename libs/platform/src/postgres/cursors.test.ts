import { describe, expect, it } from '@jest/globals';
import { Cursors } from './cursors.js';

const [tenant, other] = ['019ab1c2-0000-7000-8000-000000000001', '019ab1c2-0000-7000-8000-000000000002'];
const position = { key: '2026-11-21 10:00:00.123456+00', id: '019ab1c2-0000-7000-8000-00000000000a' };
const refused = expect.objectContaining({ code: 'invalid_cursor' });

describe('a cursor', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  const cursor = cursors.encode(position, 'notes', tenant);

  it('decodes to the position it was made from, whatever characters the key holds', () => {
    expect(cursors.decode(cursor, 'notes', tenant)).toEqual(position);
    const odd = { key: 'a|b"\\ü', id: position.id };
    expect(cursors.decode(cursors.encode(odd, 'notes', tenant), 'notes', tenant)).toEqual(odd);
  });

  it('reveals nothing about the record at its position', () => {
    const bytes = Buffer.from(cursor, 'base64url').toString('latin1');
    for (const part of ['2026', '10:00', position.id.slice(0, 8), position.id.slice(-4)])
      expect(bytes).not.toContain(part);
    expect(cursors.encode(position, 'notes', tenant)).not.toBe(cursor);
  });

  it('made with a previous root key is accepted, and new ones use the current key', () => {
    const rotated = new Cursors(Buffer.alloc(32, 2), [Buffer.alloc(32, 3), Buffer.alloc(32, 1)]);
    expect(rotated.decode(cursor, 'notes', tenant)).toEqual(position);
    expect(() => rotated.decode(cursor, 'tasks', tenant)).toThrow(refused);
    expect(() => cursors.decode(rotated.encode(position, 'notes', tenant), 'notes', tenant)).toThrow(refused);
  });

  it('is rejected for another list, tenant or key, and when altered or truncated', () => {
    const decode =
      (text: string, list = 'notes', of = tenant) =>
      () =>
        cursors.decode(text, list, of);
    expect(decode(cursor, 'tasks')).toThrow(refused);
    expect(decode(cursor, 'notes', other)).toThrow(refused);
    expect(() => new Cursors(Buffer.alloc(32, 2)).decode(cursor, 'notes', tenant)).toThrow(refused);
    for (let at = 0; at < cursor.length; at += 7)
      expect(decode(cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1))).toThrow(refused);
    for (const text of ['', 'A', cursor.slice(0, -4), `${cursor}AAAA`, 'A'.repeat(10_000)])
      expect(decode(text)).toThrow(refused);
  });
});
