import { openScope } from '../../core/scope.js';

const keys = 'wsk_(?:live|test)_|whsec_|inv_|sk-|gh[pousr]_|github_pat_|glpat-|gsk_|lin_api_|re_|SG\\.|AIza|xox[a-z]-';
const secrets = new RegExp(`\\b(?:${keys})[\\w.+/=-]{6,}|\\bBearer\\s+[\\w.~+/=-]{6,}`, 'g');

/** A shorter secret is not masked: it could be a word of any text. */
const shortest = 6;

/** The text, or JSON, without a secret. */
export function withoutSecret(text: string, secret: string): string {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return text.replaceAll(secret, '[masked]').replaceAll(inJson, '[masked]');
}

/** The text, or JSON, without the secrets that the work of the open scope has opened. */
export const withoutOpened = (text: string): string =>
  [...(openScope()?.opened ?? [])].filter(({ length }) => length >= shortest).reduce(withoutSecret, text);

/** The same, also without what looks like a key of Tandem or of a product that it works with. */
export const masked = (text: string) => withoutOpened(text).replace(secrets, '[masked]');

/** A value of JSON without such secrets. */
export const maskedJson = <T>(value: T, mask = masked): T => JSON.parse(mask(JSON.stringify(value ?? null))) as T;
