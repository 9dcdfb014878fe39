import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { someRandomBytes } from '@tandem/domain/core/randomness';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A key for one purpose, by HKDF. On Node 24 a cipher takes three times as long with the bytes of a key. */
export const derivedKey = (rootKey: Buffer, salt: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, salt, purpose, 32)));

/** Nonce, ciphertext and tag in base64url; `place` is not in it, and is asked for again to open it. */
export function encrypt(text: string, key: KeyObject, place: Buffer): string {
  const nonce = someRandomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(place);
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return bytes.toString('base64url');
}

/** The text again; throws where it was altered, or encrypted under another key or for another place. */
export function decrypt(sealed: string, key: KeyObject, place: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const tagStart = bytes.length - tagBytes;
  // Several spellings decode to the same bytes; only the one that was written is taken.
  if (tagStart < nonceBytes || bytes.toString('base64url') !== sealed) throw new Error('no ciphertext');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(place).setAuthTag(bytes.subarray(tagStart));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, tagStart)), decipher.final()]).toString('utf8');
}
