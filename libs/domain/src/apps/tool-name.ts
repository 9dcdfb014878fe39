import { createHash } from 'node:crypto';

const longest = 64;
const hashDigits = 8;

/** The name under which a model knows a tool of an app: providers take 64 letters, digits, `_` and `-`. */
export function toolName(slug: string, tool: string, isTaken: (name: string) => boolean = () => false): string {
  const whole = `${slug}__${tool}`;
  const name = whole.replace(/[^A-Za-z0-9_-]/gu, '_');
  if (name.length <= longest && !isTaken(name)) return name;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, hashDigits);
  return name.slice(0, longest - hashDigits) + hash;
}
