import { type Entity, type RecordedEvent, takeRecorded } from '@tandem/domain/core/entity';
import { newId, timeOfId } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import type { View } from '../view/view.js';
import type { Statement } from '../postgres/batch.js';
import { recordset, type TypedColumn } from './recordset.js';

/** `{field: {from, to}}`, named as on the wire. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

const columns: readonly TypedColumn[] = Object.entries({
  tenant_id: 'uuid',
  id: 'uuid',
  type: 'text',
  resource_type: 'text',
  resource_id: 'uuid',
  actor_type: 'text',
  actor_id: 'text',
  member_id: 'uuid',
  ip_address: 'text',
  user_agent: 'text',
  traceparent: 'text',
  channels: 'text[]',
  metadata: 'jsonb',
  data: 'json',
  created_at: 'timestamptz',
  is_public: 'boolean',
}).map(([name, type]) => ({ name, type, isJson: type.startsWith('json') }));
const insertInto = `insert into events (${columns.map(({ name }) => name).join(', ')})`;
const insert = `${insertInto} values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`;
const maxEventsPerStatement = 100;

const maxMetadataBytes = 16 * 1024;
const maxValueLength = 500;

/** One row of `events` each: outbox, audit entry and webhook source. `data` is the final JSON of the view. */
export function eventRows<E extends Entity>(
  entity: E,
  view: View<E>,
  changes: Changes | null,
  database: { publishes(type: string): boolean },
): Statement[] {
  const recorded = takeRecorded(entity).filter(({ needsChange }) => changes || !needsChange);
  if (recorded.length === 0) return [];
  const data = view.render(entity);
  const { id: resourceId, typeName: resourceType, channels, onBehalfOf } = entity;
  return recorded.map((event) => {
    const isPublic = entity.isPublic && database.publishes(event.type);
    return rowOf({ ...event, resourceType, resourceId, channels, onBehalfOf, isPublic }, data, changes ?? {});
  });
}

export function bundled(rows: readonly Statement[]): Statement[] {
  if (rows.length < 2) return [...rows];
  const bundles = Array.from({ length: Math.ceil(rows.length / maxEventsPerStatement) }, (_, i) =>
    rows.slice(i * maxEventsPerStatement, (i + 1) * maxEventsPerStatement),
  );
  return bundles.map((few) => {
    const { source, value } = recordset(
      columns,
      few.map((row) => row.values!),
      1,
    );
    return {
      text: `${insertInto} select ${columns.map(({ name }) => `g.${name}`).join(', ')} from ${source}`,
      values: [value],
    };
  });
}

interface EventFacts extends RecordedEvent {
  resourceType: string;
  resourceId?: string | null;
  channels?: readonly string[];
  onBehalfOf?: string | null;
  isPublic?: boolean;
}

/** An event that no single entity recorded; only in the audit log unless `isPublic` is set. */
export const eventRow = (facts: EventFacts): Statement => rowOf(facts, '{}', {});

function rowOf(facts: EventFacts, data: string, changes: Changes): Statement {
  const { tenantId, actor, requestId, ip, userAgent, traceparent, through } = currentScope();
  const origin = { ...(requestId ? { request_id: requestId } : {}), ...through };
  const id = newId();
  const values = [
    tenantId,
    id,
    facts.type,
    facts.resourceType,
    facts.resourceId ?? null,
    actor.type,
    actor.id,
    actor.type === 'system' ? (facts.onBehalfOf ?? null) : actor.memberId,
    ip,
    userAgent?.slice(0, 500) ?? null,
    traceparent,
    facts.channels ?? [],
    bounded(origin, facts.details, changes),
    data,
    timeOfId(id),
    facts.isPublic ?? false,
  ];
  return { text: insert, values };
}

function bounded(origin: object, details: object | undefined, changes: Changes): string {
  const short = Object.fromEntries(
    Object.entries(changes).map(([name, { from, to }]) => [name, { from: cut(from), to: cut(to) }]),
  );
  const facts = { ...origin, ...details };
  const full = JSON.stringify(Object.keys(short).length ? { ...facts, changes: short } : facts);
  if (Buffer.byteLength(full) <= maxMetadataBytes) return full;
  return JSON.stringify({ ...origin, changed_fields: Object.keys(changes), truncated: true });
}

function cut(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return written.length > maxValueLength ? `${written.slice(0, maxValueLength)}…` : value;
}
