import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const apiKeyPrefixes = ['wsk_live_', 'wsk_test_'] as const;
export const apiKeyRandomLength = 30;
export const invitationPrefix = 'inv_';
export const invitationRandomLength = 32;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;

/** Prefix, random base62 characters and the base62 CRC-32 of both, so that a typo is detected without a look-up. */
export function makeToken(prefix: string, randomLength: number): string {
  let token = prefix;
  for (let i = 0; i < randomLength; i++) token += alphabet[randomInt(62)];
  return token + checksum(token);
}

export function hasValidChecksum(token: string, prefix: string, randomLength: number): boolean {
  if (token.length !== prefix.length + randomLength + checksumLength || !token.startsWith(prefix)) return false;
  const body = token.slice(0, -checksumLength);
  return /^[0-9A-Za-z]+$/.test(token.slice(prefix.length)) && checksum(body) === token.slice(-checksumLength);
}

/** SHA-256 in hex is enough for random tokens, which are safe from dictionary attacks. */
export const hashToken = (token: string) => hash('sha256', token);

export const hintOf = (token: string, prefix: string) => `${prefix}…${token.slice(-4)}`;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
