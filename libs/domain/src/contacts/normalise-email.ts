import { domainToASCII } from 'node:url';
import { withoutFormat } from '../core/format-characters.js';

/** RFC 5322 atext, plus visible non-ASCII characters (RFC 6531). */
const atom = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~-]|(?![\p{C}\p{Z}])[^\x00-\x7f])+`;
const dotAtom = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u');
const quoted = /^"((?:[^"\\\p{C}]|\\[\x20-\x7e])+)"$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Except the two joiners, which are significant in domain names of some scripts (RFC 5892, appendix A). */
const formatCharacters = /[^\P{Cf}\u200c\u200d]/gu;
/** The URL parser behind domainToASCII would treat these as the end of the host name. */
const neverInDomain = /[\s/?#:\\@[\]%]/;

const maxLocalBytes = 64;
const maxBytes = 254;

/** Normalizes to NFC and lower case, with the domain in ASCII (IDNA); undefined if invalid. */
export function normaliseEmail(value: string): string | undefined {
  const text = value.replace(formatCharacters, '').trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@');
  const local = normalLocal(withoutFormat(text.slice(0, Math.max(at, 0))));
  const domain = normalDomain(text.slice(at + 1));
  if (local === undefined || domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return Buffer.byteLength(local) <= maxLocalBytes && Buffer.byteLength(address) <= maxBytes ? address : undefined;
}

/** Removes unnecessary quotes (RFC 5321 section 4.1.2). */
function normalLocal(local: string): string | undefined {
  if (dotAtom.test(local)) return local;
  const content = quoted.exec(local)?.[1]?.replace(/\\(.)/gu, '$1');
  if (content === undefined) return undefined;
  return dotAtom.test(content) ? content : `"${content.replace(/["\\]/g, '\\$&')}"`;
}

/** A host name of at least two labels, without a trailing dot. */
function normalDomain(domain: string): string | undefined {
  if (neverInDomain.test(domain)) return undefined;
  const labels = domainToASCII(domain).replace(/\.$/, '').split('.');
  const isName = labels.length > 1 && labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1)!);
  return isName ? labels.join('.') : undefined;
}
