import { clock } from './clock.js';
import { newId } from './id.js';
import { mergeField } from './merge-patch.js';
import { currentScope } from './scope.js';
import { snake } from './wire-names.js';

/** An event that an entity recorded; it is stored with the entity in one transaction. */
export interface RecordedEvent {
  /** Event type, for example `task.completed`. */
  type: string;
  /** Facts for the audit entry beside the changed fields. */
  details: Record<string, unknown>;
  /** True for an event that is dropped when no column changed. */
  needsChange?: boolean;
}

const recorded = new WeakMap<Entity, RecordedEvent[]>();

/**
 * Base class of everything that is stored. Its constructor makes a new record of the current tenant; a store revives a record
 * without calling it.
 */
export abstract class Entity {
  /** The channels, as below, of every entity of the class; where they depend on the entity, the class overrides the getter. */
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

  /** First part of its event types, such as `task` or `agent_run`: each class says its own. */
  get noun(): string {
    return classOf(this).noun;
  }

  /**
   * What its events can be listened to by, and who sees them is decided by: a domain of rights, such as `tasks`, and where it belongs
   * to such a record, `project_<id>` or `notebook_<id>`. Everybody sees an event without channels.
   */
  get channels(): readonly string[] {
    return classOf(this).channels;
  }

  /** The channel of the record that it belongs to, such as its project; none where it belongs to none. */
  protected within(kind: string, id: string | null | undefined): string[] {
    return id ? [channelOf(kind, id)] : [];
  }

  /** False when its events are for the audit log only, though their types are published. */
  get isPublic(): boolean {
    return true;
  }

  /** Records an event; the store writes it together with the row. */
  record(verb: string, details: Record<string, unknown> = {}): void {
    note(this, { type: `${this.noun}.${verb}`, details });
  }

  /** Records `<noun>.updated`; dropped when no column changed. */
  recordChange(details: Record<string, unknown> = {}): void {
    note(this, { type: `${this.noun}.updated`, details, needsChange: true });
  }

  /** Its fields of free JSON: `null` empties them, and an update is merged into them. */
  protected get freeJson(): readonly string[] {
    return ['metadata'];
  }

  /** Sets the given fields; `undefined` keeps a value, `null` clears it. */
  protected assign(fields: object): void {
    const own = valuesOf(this);
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) own[name] = value === null && this.freeJson.includes(name) ? {} : value;
  }

  /** The fields of an update, ready to be assigned: free JSON is merged into what is there (RFC 7396). */
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

const classOf = ({ constructor }: Entity) => constructor as typeof Entity & { noun: string };
const valuesOf = (fields: object) => fields as Record<string, unknown>;

const note = (entity: Entity, event: RecordedEvent) => recorded.set(entity, [...(recorded.get(entity) ?? []), event]);

/** Returns the recorded events, each once; for stores only. */
export function takeRecorded(entity: Entity): RecordedEvent[] {
  const list = recorded.get(entity) ?? [];
  recorded.delete(entity);
  return list;
}
