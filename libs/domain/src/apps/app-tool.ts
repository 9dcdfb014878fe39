import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import { noChanges, type ToolChanges } from './probe-result.js';
import type { ToolDefinition } from './tool-definition.js';

export interface Acceptance {
  definitionHash?: string;
  readOnly?: boolean;
}

/** A tool of an app. A tool whose definition changed is quarantined until somebody accepts the new one. */
export class AppTool extends Entity {
  static readonly noun = 'app.tool';
  appId: string;
  name: string;
  definition: Record<string, unknown>;
  definitionHash: string;
  /** Hash of the definition that may be used. */
  acceptedHash: string;
  /** True where a member has said that it changes nothing; what its server says of that is not believed. */
  isReadOnly = false;
  /** When the app stopped offering it. Its accepted definition is kept, so that it cannot come back unnoticed with another one. */
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

  get isGone(): boolean {
    return this.deletedAt !== null;
  }

  /** True where agents may call it without asking anybody. */
  get isForAgents(): boolean {
    return this.isReadOnly && !this.isQuarantined && !this.isGone;
  }

  /** Stores the definition that the server gives now; true when it differs from the one before. */
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

  /**
   * With a hash, only the definition with that hash is accepted. Whether the tool only reads is said of one definition, and has to be
   * said again of the next.
   */
  accept({ definitionHash = this.definitionHash, readOnly }: Acceptance): void {
    if (definitionHash !== this.definitionHash)
      throw conflict('tool_changed', 'The tool has changed again; look once more.');
    this.isReadOnly = readOnly ?? (!this.isQuarantined && this.isReadOnly);
    this.acceptedHash = this.definitionHash;
  }
}

/** Takes over the present list of an app's tools, and tells what has changed in it. Tools that it no longer has are kept as gone. */
export function takeOver(definitions: readonly ToolDefinition[], app: { id: string; tools: AppTool[] }): ToolChanges {
  const changes = noChanges();
  const known = new Map(app.tools.map((tool) => [tool.name, tool]));
  for (const definition of definitions) {
    const tool = known.get(definition.name);
    if (!tool) app.tools.push(new AppTool(app.id, definition));
    const isNew = !tool || tool.isGone;
    if (isNew) changes.added.push(definition.name);
    if (tool?.redefine(definition) && !isNew) changes.changed.push(definition.name);
  }
  const present = new Set(definitions.map(({ name }) => name));
  const left = app.tools.filter((tool) => !tool.isGone && !present.has(tool.name));
  for (const tool of left) tool.leave();
  changes.removed = left.map(({ name }) => name);
  return changes;
}
