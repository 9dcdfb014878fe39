import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import { noChanges, type ToolChanges } from './probe-result.js';
import type { ToolDefinition } from './tool-definition.js';

export interface Acceptance {
  definitionHash?: string;
  readOnly?: boolean;
}

/** A tool of an app, quarantined after its definition changes until a member accepts the new one. */
export class AppTool extends Entity {
  static readonly resourceType = 'app.tool';
  appId: string;
  name: string;
  definition: Record<string, unknown>;
  definitionHash: string;
  acceptedHash: string;
  /** True when a member has marked it as read-only; the server's own claim does not count. */
  isReadOnly = false;
  /** Removed by the app. The accepted hash is kept, so that a changed tool cannot return unnoticed. */
  deletedAt: Date | null = null;

  constructor(appId: string, definition: ToolDefinition) {
    super();
    this.appId = appId;
    this.name = definition.name;
    this.definition = definition.fields;
    this.definitionHash = definition.hash;
    this.acceptedHash = definition.hash;
  }

  get isQuarantined(): boolean {
    return this.definitionHash !== this.acceptedHash;
  }

  get isRemoved(): boolean {
    return this.deletedAt !== null;
  }

  get isForAgents(): boolean {
    return this.isReadOnly && !this.isQuarantined && !this.isRemoved;
  }

  /** Stores the current definition; true when it has changed. */
  redefine({ fields, hash }: ToolDefinition): boolean {
    this.deletedAt = null;
    if (hash === this.definitionHash) return false;
    this.definition = fields;
    this.definitionHash = hash;
    return true;
  }

  leave(): void {
    this.deletedAt = clock.now();
  }

  /** A given hash must match the current definition. Read-only status applies to that definition alone. */
  accept({ definitionHash = this.definitionHash, readOnly }: Acceptance): void {
    if (definitionHash !== this.definitionHash)
      throw conflict('tool_changed', 'The tool has changed again; look once more.');
    this.isReadOnly = readOnly ?? (!this.isQuarantined && this.isReadOnly);
    this.acceptedHash = this.definitionHash;
  }
}

/** Stores the current tools of an app and reports the changes; missing tools are kept as removed. */
export function takeOver(definitions: readonly ToolDefinition[], app: { id: string; tools: AppTool[] }): ToolChanges {
  const changes = noChanges();
  const known = new Map(app.tools.map((tool) => [tool.name, tool]));
  for (const definition of definitions) {
    const tool = known.get(definition.name);
    if (!tool) app.tools.push(new AppTool(app.id, definition));
    const isNew = !tool || tool.isRemoved;
    if (isNew) changes.added.push(definition.name);
    if (tool?.redefine(definition) && !isNew) changes.changed.push(definition.name);
  }
  const current = new Set(definitions.map(({ name }) => name));
  const removed = app.tools.filter((tool) => !tool.isRemoved && !current.has(tool.name));
  for (const tool of removed) tool.leave();
  changes.removed = removed.map(({ name }) => name);
  return changes;
}
