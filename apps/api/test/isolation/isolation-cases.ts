import { attemptOn, type Put, said, send } from './attempts.js';
import { documented } from '../documentation/documented.js';
import { type Operation, operationsOf, type FieldLocation } from '../documentation/operations.js';
import { kindOf, missingOf, type Records } from './records.js';
import type { Caller } from '@tandem/testing/world';

/** What callers of a tenant can ask for, by the document. */
export const operations = operationsOf(documented).filter(({ security }) => !security.includes('operator'));

export interface Case {
  title: string;
  operation: Operation;
  location: FieldLocation;
}

/** Every place of every operation that names a record. */
export const casesOf = (all: readonly Operation[]): Case[] =>
  all.flatMap((operation) =>
    operation.locations.map((location) => ({ title: titleOf(operation, location), operation, location })),
  );

function titleOf({ name }: Operation, { in: where, at, beside }: FieldLocation): string {
  return [name, where, at.join('/'), ...Object.values(beside ?? {})].join(' ');
}

/** What a missing record is answered with: 404, 422 in a body, and an empty list where it is a filter. */
export function statusOfMissing({ title, location: { in: where, at } }: Case): number {
  if (where === 'query' || /^(get \/(?:back)?links|post \/integration-keys\/\{provider\}\/verify)/.test(title))
    return 200;
  return where === 'path' || at[0] === 'entity_id' ? 404 : 422;
}

/** Calls the operation on the caller's records with some values replaced; returns the response without those values. */
export async function request(caller: Caller, operation: Operation, of: Records, puts: readonly Put[]) {
  const response = await send(caller, operation, await attemptOn(operation, of, puts));
  return said(response, ...puts.map(({ value }) => value));
}

/** The names in the path that come before this one. */
const parentsOf = ({ operation, location }: Case) => {
  const path = operation.locations.filter((other) => other.in === 'path');
  return path.slice(0, path.indexOf(location));
};

/** Every name of the path from the given records. */
const pathOf = async ({ operation: { locations } }: Case, of: Records): Promise<Put[]> =>
  Promise.all(
    locations
      .filter((location) => location.in === 'path')
      .map(async (location) => ({ location, value: await of.id(location.kind) })),
  );

/** The same requests with names that no record has. */
export const missing = (puts: readonly Put[]): Put[] =>
  puts.map(({ location, value }) => ({
    location,
    value: kindOf(location.kind).shared ? value : missingOf(location.kind),
  }));

/**
 * Values for requests, and those of control requests (`like`), with ids that no record has, that must get the same
 * response.
 */
export async function attacksOn(one: Case, mine: Records, theirs: Records, elsewhere: Records) {
  const { operation, location } = one;
  const { shared, missing: name } = kindOf(location.kind);
  const isHistory = /\/audit-log(\.\w+)?$/.test(operation.name);
  const attacks: [which: string, puts: Put[], like: Put[] | undefined][] = [];
  const add = (which: string, puts: Put[], like?: Put[]) => attacks.push([which, puts, like]);
  const alone = (value: string | undefined, which: string) => value && add(which, [{ location, value }]);
  if (!shared) alone(await theirs.id(location.kind), "another tenant's");
  if (!shared && location.in === 'path') {
    const all = await pathOf(one, theirs);
    add("another tenant's, in its place", all, missing(all));
  }
  const isForDeleted = /\/(restore|erase)$/.test(operation.path);
  if (!isHistory && !isForDeleted) alone(await mine.deleted(location.kind), 'deleted');
  if (!isHistory && !name) alone(await mine.id(location.kind === 'contacts' ? 'notes' : 'contacts'), 'of another kind');
  const parents = parentsOf(one);
  if (parents.length) {
    const others = await Promise.all(parents.map(async (at) => ({ location: at, value: await elsewhere.id(at.kind) })));
    const value = await mine.id(location.kind);
    add(
      'of another parent',
      [...others, { location, value }],
      [...others, { location, value: missingOf(location.kind) }],
    );
  }
  return attacks;
}

/** Nothing can be done with the record afterwards. */
export const isEnding = ({ method, path }: Operation) => method === 'delete' || path.endsWith('/archive');
