import type { ApiResult } from '../core/api-calls.js';
import { DomainError, Faults } from '../core/errors.js';
import { namedBy, pointerPart } from '../core/json-pointer.js';

/** Values inserted into one body, in characters: more would exceed every operation's limit. */
const maxInserted = 2 * 1024 * 1024;

const pointerForm = /^(?:\/(?:[^~/]|~[01])*)*$/;

export const tooLong = (detail: string) => new DomainError('invalid', 'batch_too_long', detail);

/**
 * The body with each `{"$ref": "/0/body/id"}` replaced by what that JSON Pointer (RFC 6901) finds in the results so
 * far. Throws for those that find nothing, or a failed result.
 */
export function resolved(body: unknown, results: readonly ApiResult[]): unknown {
  const faults = new Faults();
  let inserted = 0;
  const found = withReferences(body, '', (pointer, at) => {
    const value = pointerForm.test(pointer) ? valueAt(pointer, results) : undefined;
    const detail = `${JSON.stringify(pointer)} points to nothing in the results of earlier requests that succeeded.`;
    inserted += JSON.stringify(value)?.length ?? 0;
    if (inserted > maxInserted) throw tooLong('The references of this request insert more than 2 MiB.');
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

const bodies = new WeakMap<ApiResult, unknown>();

function parsed(result: ApiResult): unknown {
  if (!bodies.has(result)) bodies.set(result, JSON.parse(result.body));
  return bodies.get(result);
}

function valueAt(pointer: string, results: readonly ApiResult[]): unknown {
  const [, index = '', ...names] = pointer.split('/').map(namedBy);
  const result = /^(?:0|[1-9]\d*)$/.test(index) ? results[Number(index)] : undefined;
  if (!result || result.status >= 400) return undefined;
  let value: unknown = { status: result.status, body: parsed(result) };
  for (const name of names) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
