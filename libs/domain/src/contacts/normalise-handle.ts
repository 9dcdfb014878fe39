import { withoutFormat } from '../core/format-characters.js';
import type { HandleType } from './channel-types.js';
import { normalisePhone } from './normalise-phone.js';

const addressOf = (hosts: string, path = '') =>
  new RegExp(`^(?:https?://)?(?:[a-z0-9-]+\\.)*(?:${hosts})(?:$|/(?:${path})?)`);

const addresses: Record<HandleType, RegExp> = {
  telegram: addressOf('t\\.me|telegram\\.me|telegram\\.dog', 's/'),
  signal: addressOf('signal\\.me', '#(?:p|eu)/'),
  slack: addressOf('slack\\.com', 'team/'),
  discord: addressOf('discord\\.com|discordapp\\.com', 'users/'),
  x: addressOf('x\\.com|twitter\\.com'),
  linkedin: addressOf('linkedin\\.com', '(?:in|pub)/'),
  github: addressOf('github\\.com'),
};

const phoneForm = /^\+[\d\s().-]+$/;
const handleForm = /^[\p{L}\p{M}\p{N}_.#~=-]{1,100}$/u;
const organisationForm = /^(?:company|school|showcase)\/[\p{L}\p{M}\p{N}_.-]{1,100}$/u;

const fold = (text: string) => withoutFormat(text).trim().normalize('NFKC').toLowerCase().normalize('NFKC');

/** The handle in lower case, without @ or profile URL; undefined if invalid. */
export function normaliseHandle(type: HandleType, value: string): string | undefined {
  const handle = withoutAddress(type, fold(value)).replace(/^@+/, '').trim();
  if ((type === 'signal' || type === 'telegram') && phoneForm.test(handle)) return normalisePhone(handle, null);
  if (addresses[type].test(handle)) return undefined;
  return handleForm.test(handle) || (type === 'linkedin' && organisationForm.test(handle)) ? handle : undefined;
}

function withoutAddress(type: HandleType, text: string): string {
  const start = addresses[type].exec(text)?.[0];
  if (start === undefined) return text;
  const [path = ''] = text.slice(start.length).split(/[?#]/);
  const parts = type === 'linkedin' && organisationForm.test(path.replace(/\/$/, '')) ? 2 : 1;
  return decoded(path.split('/').slice(0, parts).join('/'));
}

function decoded(path: string): string {
  try {
    return fold(decodeURIComponent(path));
  } catch {
    return path;
  }
}
