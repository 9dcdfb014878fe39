import { openScope } from '../../core/scope.js';

const keys = 'wsk_(?:live|test)_|whsec_|inv_|sk-|gh[pousr]_|github_pat_|glpat-|gsk_|lin_api_|re_|SG\\.|AIza|xox[a-z]-';
const secrets = new RegExp(`\\b(?:${keys})[\\w.+/=-]{6,}|\\bBearer\\s+[\\w.~+/=-]{6,}`, 'g');

/** Shorter secrets are not masked: they could be ordinary words. */
const minLength = 6;

export function withoutSecret(text: string, secret: string): string {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return text.replaceAll(secret, '[masked]').replaceAll(inJson, '[masked]');
}

export const withoutOpened = (text: string): string =>
  [...(openScope()?.opened ?? [])].filter(({ length }) => length >= minLength).reduce(withoutSecret, text);

export const masked = (text: string) => withoutOpened(text).replace(secrets, '[masked]');

export const maskedJson = <T>(value: T, mask = masked): T => JSON.parse(mask(JSON.stringify(value ?? null))) as T;
