import { mustHold } from './errors.js';

type JsonObject = Record<string, unknown>;

const maxMerged = 64 * 1024;

/** JSON Merge Patch (RFC 7396). The result is no deeper than its inputs; every key is data, even `__proto__`. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch))
    if (value === null) members.delete(key);
    else members.set(key, mergePatch(members.get(key), value));
  return Object.fromEntries(members);
}

/** Limits the size, so that many patches cannot grow a field without bound. `field` is its name in the body. */
export function mergeField(stored: unknown, patch: unknown, field: string): unknown {
  const merged = mergePatch(stored, patch);
  const size = sizeOf(merged);
  const fits = size <= maxMerged || size <= Math.max(sizeOf(stored), sizeOf(patch));
  const detail = `Merged with what is there, ${field} would be larger than ${maxMerged} characters of JSON.`;
  mustHold(fits, field, 'too_large', detail);
  return merged;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sizeOf = (value: unknown) => JSON.stringify(value).length;
