import { makeValidator } from 'envalid';
import { networkOf } from '../egress/address-guard.js';
import { orList } from '../inputs/inputs-texts.js';

export const parts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const minTokenLength = 24;

// Messages never repeat a rejected URL: those of databases and proxies hold passwords.

/** Makes a kind of setting from a function that parses its text or throws one line. */
export { makeValidator as made } from 'envalid';

export const address = (schemes: readonly string[], example: string) =>
  makeValidator((text) => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1)))
      throw new Error(
        `must be an address that begins with ${orList(schemes.map((scheme) => `${scheme}://`))}, such as ${example}`,
      );
    return text;
  });

/** An http or https URL to which paths are appended; a trailing slash is removed. */
export const baseAddress = makeValidator((text) => {
  const fits = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#@]/.test(text);
  if (!fits)
    throw new Error('must be a web address without user, query and fragment, such as https://tandem.example.com');
  return new URL(text).toString().replace(/\/$/, '');
});

export const networks = makeValidator((text) => {
  for (const part of parts(text)) networkOf(part);
  return parts(text);
});

/** Origins as browsers send them: scheme, host and port only. */
export const origins = makeValidator((text) =>
  parts(text).map((part) => {
    if (URL.canParse(part) && /^https?:$/.test(new URL(part).protocol) && new URL(part).origin === part) return part;
    throw new Error(`"${part}" is not an origin; write for example https://app.example.com, without a path`);
  }),
);

export const choice = <T extends string>(...values: readonly T[]) =>
  makeValidator((text): T => {
    const value = values.find((one) => one === text);
    if (value === undefined) throw new Error(`must be ${orList(values)}`);
    return value;
  });

export const flag = makeValidator((text) => {
  if (/^(true|t|yes|on|1)$/i.test(text)) return true;
  if (/^(false|f|no|off|0)$/i.test(text)) return false;
  throw new Error('must be true or false');
});

/** A number of requests; 0 = no limit. */
export const limit = makeValidator((text) => {
  const value = Number(text);
  if (!(value >= 0 && value <= 1e9)) throw new Error('must be a number, 0 or more; 0 = no limit');
  return value;
});

export const list = makeValidator(parts);

const durationUnits: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** Durations such as `0s,5s,5m,2h`, in seconds. */
export const durations = makeValidator((text) =>
  text.split(',').map((part) => {
    const match = /^(\d{1,7}(?:\.\d{1,3})?)\s*([smh])$/.exec(part.trim());
    if (!match) throw new Error(`"${part.trim()}" is not a duration; write for example 5s, 5m or 2h`);
    return Number(match[1]) * durationUnits[match[2]!]!;
  }),
);

export const int = (min: number, max: number) =>
  makeValidator((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  });

function rootKey(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('must be 32 bytes in base64; generate one with: openssl rand -base64 32');
  return bytes;
}

export const key = makeValidator(rootKey);

export const keys = makeValidator((text) => parts(text).map(rootKey));

/** A bearer token: long enough not to be guessed, in the characters of RFC 6750. */
export const token = makeValidator((text) => {
  if (text.length < minTokenLength || !/^[\w.~+/=-]+$/.test(text))
    throw new Error(
      `must have ${minTokenLength} characters or more, letters, digits and ._~+/=- only; ` +
        'generate one with: openssl rand -hex 32',
    );
  return text;
});
