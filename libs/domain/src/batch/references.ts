import type { ApiResult } from '../core/api-calls.js';
import { Faults } from '../core/errors.js';
import { namedBy, pointerPart } from '../core/json-pointer.js';

const pointerForm = /^(?:\/(?:[^~/]|~[01])*)*$/;

/**
 * The body with each `{"$ref": "/0/body/id"}` replaced by what that JSON Pointer (RFC 6901) finds in the results so
 * far. Throws for those that find nothing, or a failed result.
 */
export function resolved(body: unknown, results: readonly ApiResult[]): unknown {
  const faults = new Faults();
  const found = withReferences(body, '', (pointer, at) => {
    const value = pointerForm.test(pointer) ? valueAt(pointer, results) : undefined;
    const detail = `${JSON.stringify(pointer)} points to nothing in the results of earlier requests that succeeded.`;
    faults.expect(value !== undefined, at.slice(1), 'unresolved_reference', detail);
    return value;
  });
  faults.throwIfAny();
  return found;
}

function withReferences(value: unknown, at: string, find: (pointer: string, at: string) => unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item, index) => withReferences(item, `${at}/${index}`, find));
  const entries = Object.entries(value);
  const [[name, pointer] = []] = entries;
  if (entries.length === 1 && name === '$ref' && typeof pointer === 'string') return find(pointer, at);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, withReferences(item, `${at}/${pointerPart(key)}`, find)]),
  );
}

function valueAt(pointer: string, results: readonly ApiResult[]): unknown {
  const [, index = '', ...names] = pointer.split('/').map(namedBy);
  const result = /^(?:0|[1-9]\d*)$/.test(index) ? results[Number(index)] : undefined;
  if (!result || result.status >= 400) return undefined;
  let value: unknown = { status: result.status, body: JSON.parse(result.body) as unknown };
  for (const name of names) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
