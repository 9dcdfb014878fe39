import { createHash } from 'node:crypto';

const maxLength = 64;
const hashDigits = 8;

/** The name of an app's tool for models: providers accept 64 letters, digits, `_` and `-`. */
export function toolName(slug: string, tool: string, isTaken: (name: string) => boolean = () => false): string {
  const fullName = `${slug}__${tool}`;
  const name = fullName.replace(/[^A-Za-z0-9_-]/gu, '_');
  if (name.length <= maxLength && !isTaken(name)) return name;
  const hash = createHash('sha256').update(fullName).digest('hex').slice(0, hashDigits);
  return name.slice(0, maxLength - hashDigits) + hash;
}
