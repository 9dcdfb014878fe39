import { createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Seal } from './seal.js';

const rootKey = randomBytes(32);
const row = { tenantId: 'tenant-a', context: 'tenant-a|row-1|webhook secret' };
const secret = 'whsec_ŝĉ🔑';

describe('a sealed secret', () => {
  const seal = new Seal(rootKey);

  it('opens in its context', () => {
    for (const text of [secret, '', 'x'.repeat(100_000)]) expect(seal.open(seal.seal(text, row), row)).toBe(text);
  });

  it('names its version and the id of the root key', () => {
    const id = createHash('sha256').update(rootKey).digest('hex').slice(0, 8);
    const sealed = seal.seal(secret, row);
    expect(sealed).toMatch(new RegExp(`^v1\\.${id}\\.[A-Za-z0-9_-]+$`));
    expect(seal.currentId).toBe(id);
  });

  it('is AES-256-GCM under the HKDF key of the tenant, so that another program can open it', () => {
    const bytes = Buffer.from(seal.seal(secret, row).split('.')[2]!, 'base64url');
    const key = Buffer.from(hkdfSync('sha256', rootKey, 'tenant-a', 'tandem data key v1', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(row.context)).setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
    expect(text).toBe(secret);
  });

  it('differs each time and reveals nothing of the text', () => {
    const sealed = Array.from({ length: 500 }, () => seal.seal(secret, row));
    expect(new Set(sealed).size).toBe(500);
    expect(Buffer.from(sealed[0]!.split('.')[2]!, 'base64url').includes('whsec')).toBe(false);
  });

  it('does not open in another row or for another tenant', () => {
    const sealed = seal.seal(secret, row);
    expect(() => seal.open(sealed, { ...row, context: 'tenant-a|row-2|webhook secret' })).toThrow('does not open');
    expect(() => seal.open(sealed, { ...row, tenantId: 'tenant-b' })).toThrow('does not open');
  });

  it('does not open with a character changed, added or removed', () => {
    const sealed = seal.seal('abcd', row);
    for (let at = 0; at < sealed.length; at++) {
      for (const other of ['A', 'b', '9', '.', '='].filter((character) => character !== sealed[at]))
        expect(() => seal.open(sealed.slice(0, at) + other + sealed.slice(at + 1), row)).toThrow(/secret/);
      expect(() => seal.open(sealed.slice(0, at) + sealed.slice(at + 1), row)).toThrow(/secret/);
      expect(() => seal.open(`${sealed.slice(0, at)}A${sealed.slice(at)}`, row)).toThrow(/secret/);
    }
  });

  it('reveals nothing of its content when it does not open', () => {
    for (const broken of [
      '',
      'v1',
      secret,
      `v1.00000000.${secret}`,
      'v2.00000000.AAAA',
      `v1.${'0'.repeat(8)}.${'A'.repeat(60)}`,
    ]) {
      expect(() => seal.open(broken, row)).toThrow(/^the secret [^ŝ]*$/);
    }
  });
});

describe('rotating the root key', () => {
  const old = new Seal(rootKey);
  const next = new Seal(randomBytes(32), [rootKey]);
  const sealed = old.seal(secret, row);

  it('keeps secrets of an earlier key readable', () => {
    expect(next.open(sealed, row)).toBe(secret);
  });

  it('identifies the secrets still to be sealed again', () => {
    const keyIdOf = (text: string) => text.split('.')[1];
    expect(keyIdOf(sealed)).toBe(old.currentId);
    expect(keyIdOf(sealed)).not.toBe(next.currentId);
    expect(keyIdOf(next.seal(secret, row))).toBe(next.currentId);
  });

  it('names the missing key', () => {
    const stranger = new Seal(randomBytes(32));
    expect(() => stranger.open(sealed, row)).toThrow(`root key ${old.currentId}, which is not configured`);
  });

  it('rejects a root key of another length', () => {
    expect(() => new Seal(randomBytes(16))).toThrow('32 bytes');
    expect(() => new Seal(rootKey, [randomBytes(31)])).toThrow('32 bytes');
  });
});
