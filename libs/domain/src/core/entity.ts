import { clock } from './clock.js';
import { newId } from './id.js';
import { mergeField } from './merge-patch.js';
import { currentScope } from './scope.js';
import { snake } from './wire-names.js';

export interface RecordedEvent {
  type: string;
  details: Record<string, unknown>;
  needsChange?: boolean;
}

const recorded = new WeakMap<Entity, RecordedEvent[]>();

/** The constructor creates a record of the current tenant; stores load records without it. */
export abstract class Entity {
  /** The channels of every entity of the class; override the getter where they depend on the entity. */
  static readonly channels: readonly string[] = [];
  id: string;
  tenantId: string;
  createdAt: Date;
  updatedAt: Date;

  constructor() {
    this.id = newId();
    this.tenantId = currentScope().tenantId;
    this.createdAt = clock.now();
    this.updatedAt = this.createdAt;
  }

  /** First part of the event types, such as `task` or `agent_run`. */
  get typeName(): string {
    return classOf(this).resourceType;
  }

  /** Decide who sees its events: a domain such as `tasks`, `project_<id>` or `notebook_<id>`; all members if empty. */
  get channels(): readonly string[] {
    return classOf(this).channels;
  }

  protected within(kind: string, id: string | null | undefined): string[] {
    return id ? [channelOf(kind, id)] : [];
  }

  /** False for events that only the audit log shows, even if their types are published. */
  get isPublic(): boolean {
    return true;
  }

  /** The member for whom Tandem itself acts on it, such as the owner of a run. */
  get onBehalfOf(): string | null {
    return null;
  }

  record(action: string, details: Record<string, unknown> = {}): void {
    note(this, { type: `${this.typeName}.${action}`, details });
  }

  /** The event is dropped when no column changed. */
  recordChange(details: Record<string, unknown> = {}): void {
    note(this, { type: `${this.typeName}.updated`, details, needsChange: true });
  }

  /** Fields of free JSON: `null` empties them, and updates are merged into them. */
  protected get freeJson(): readonly string[] {
    return ['metadata'];
  }

  /** `undefined` keeps a value, `null` clears it. */
  protected assign(fields: object): void {
    const own = valuesOf(this);
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) own[name] = value === null && this.freeJson.includes(name) ? {} : value;
  }

  /** Merges free JSON into the current values (RFC 7396) and returns fields that are ready to assign. */
  protected patched<F extends object>(fields: F): F {
    const patch = valuesOf({ ...fields });
    for (const name of this.freeJson) {
      const given = patch[name];
      if (given !== undefined && given !== null) patch[name] = mergeField(valuesOf(this)[name], given, snake(name));
    }
    return patch as F;
  }
}

export const channelOf = (kind: string, id: string) => `${kind}_${id}`;

const classOf = ({ constructor }: Entity) => constructor as typeof Entity & { resourceType: string };
const valuesOf = (fields: object) => fields as Record<string, unknown>;

const note = (entity: Entity, event: RecordedEvent) => recorded.set(entity, [...(recorded.get(entity) ?? []), event]);

/** Returns each recorded event once; for stores only. */
export function takeRecorded(entity: Entity): RecordedEvent[] {
  const list = recorded.get(entity) ?? [];
  recorded.delete(entity);
  return list;
}
