import { type Entity, type RecordedEvent, takeRecorded } from '@tandem/domain/core/entity';
import { newId } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import type { View } from '../view/view.js';
import type { Statement } from '../postgres/batch.js';

/** `{field: {from, to}}` in the wire's names. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

const columns = `tenant_id, id, type, resource_type, resource_id, actor_type, actor_id, member_id, ip_address, user_agent, traceparent,
  channels, metadata, data, created_at, is_public`;
const width = columns.split(',').length;
const tuple = (from: number) => `(${Array.from({ length: width }, (_, i) => `$${from + i}`).join(', ')})`;
const insertOf = (count: number) =>
  `insert into events (${columns}) values ${Array.from({ length: count }, (_, row) => tuple(1 + row * width)).join(', ')}`;
const insert = insertOf(1);
/** Of many events so many go into one statement, the rest one by one: so there are only two texts to prepare. */
const bundle = 100;
const insertBundle = insertOf(bundle);

const mostMetadataBytes = 16 * 1024;
const longestValue = 500;

/**
 * The statements that store what an entity recorded: one row of `events` each, which is outbox, audit entry and webhook
 * source at once. `data` holds the final JSON bytes of the view; `changes` is null where the row stays as it is.
 */
export function eventRows<E extends Entity>(
  entity: E,
  view: View<E>,
  changes: Changes | null,
  database: { publishes(type: string): boolean },
): Statement[] {
  const recorded = takeRecorded(entity).filter(({ needsChange }) => changes || !needsChange);
  if (recorded.length === 0) return [];
  const data = view.render(entity);
  const { id: resourceId, noun: resourceType, channels } = entity;
  return recorded.map((event) => {
    const isPublic = entity.isPublic && database.publishes(event.type);
    return rowOf({ ...event, resourceType, resourceId, channels, isPublic }, data, changes ?? {});
  });
}

/** The same rows in fewer statements. */
export function bundled(rows: readonly Statement[]): Statement[] {
  const whole = rows.length - (rows.length % bundle);
  const bundles = Array.from({ length: whole / bundle }, (_, i) => rows.slice(i * bundle, (i + 1) * bundle));
  const together = bundles.map((few) => ({ text: insertBundle, values: few.flatMap(({ values = [] }) => values) }));
  return [...together, ...rows.slice(whole)];
}

interface EventFacts extends RecordedEvent {
  resourceType: string;
  resourceId?: string | null;
  channels?: readonly string[];
  isPublic?: boolean;
}

/** An event that no single entity recorded; it is for the audit log alone unless `isPublic` says otherwise. */
export const eventRow = (facts: EventFacts): Statement => rowOf(facts, '{}', {});

function rowOf(facts: EventFacts, data: string, changes: Changes): Statement {
  const { tenantId, actor, requestId, ip, userAgent, traceparent, through } = currentScope();
  const origin = { ...(requestId ? { request_id: requestId } : {}), ...through };
  const values = [
    tenantId,
    newId(),
    facts.type,
    facts.resourceType,
    facts.resourceId ?? null,
    actor.type,
    actor.id,
    actor.memberId,
    ip,
    userAgent?.slice(0, 500) ?? null,
    traceparent,
    facts.channels ?? [],
    bounded(origin, facts.details, changes),
    data,
    new Date(),
    facts.isPublic ?? false,
  ];
  return { text: insert, values };
}

function bounded(origin: object, details: object | undefined, changes: Changes): string {
  const short = Object.fromEntries(
    Object.entries(changes).map(([name, { from, to }]) => [name, { from: cut(from), to: cut(to) }]),
  );
  const facts = { ...origin, ...details };
  const whole = JSON.stringify(Object.keys(short).length ? { ...facts, changes: short } : facts);
  if (Buffer.byteLength(whole) <= mostMetadataBytes) return whole;
  return JSON.stringify({ ...origin, changed_fields: Object.keys(changes), truncated: true });
}

function cut(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return written.length > longestValue ? `${written.slice(0, longestValue)}…` : value;
}
