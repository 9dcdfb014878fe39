import { caseFolded } from '../core/case-folding.js';
import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, Faults } from '../core/errors.js';
import { positionAfter } from '../core/position.js';
import type { Status, StatusFields } from './status.js';
import { TaskStatuses } from './task-statuses.js';

export const projectStatuses = ['planned', 'active', 'paused', 'completed', 'canceled'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export interface ProjectFields {
  identifier?: string;
  name?: string;
  description?: string | null;
  status?: ProjectStatus;
  isPrivate?: boolean;
  metadata?: unknown;
  startDate?: string | null;
  targetDate?: string | null;
}

const maxCounted = 1000;

/** A group of tasks; its identifier is the prefix of theirs. */
export class Project extends Entity {
  static readonly resourceType = 'project';
  identifier!: string;
  name!: string;
  description: string | null = null;
  status: ProjectStatus = 'active';
  isArchived = false;
  isPrivate = false;
  metadata: unknown = {};
  nextTaskNumber = 1;
  defaultStatusId: string | null = null;
  startDate: string | null = null;
  targetDate: string | null = null;
  deletedAt: Date | null = null;
  /** Set for a new identifier, which the store then reserves. */
  newIdentifier: string | undefined;

  constructor(fields: ProjectFields & { identifier: string; name: string }) {
    super();
    this.take(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['projects', ...this.within('project', this.id)];
  }

  useDefaultOf(statuses: readonly Status[]): void {
    this.defaultStatusId = statuses.find(({ isDefault }) => isDefault)!.id;
  }

  update(fields: ProjectFields): void {
    this.mustAcceptWrites();
    this.take(this.patched(fields));
    this.recordChange();
  }

  startTasksIn(statusId: string): void {
    this.defaultStatusId = statusId;
    this.recordChange();
  }

  archive(): void {
    if (this.isArchived) return;
    this.isArchived = true;
    this.record('archived');
  }

  unarchive(): void {
    if (!this.isArchived) return;
    this.isArchived = false;
    this.recordChange();
  }

  delete(tasksLeft = 0): void {
    this.mustAcceptWrites();
    if (tasksLeft > 0)
      throw conflict(
        'project_not_empty',
        `The project has ${tasksLeft < maxCounted ? tasksLeft : `${maxCounted} or more`} tasks. ` +
          'Archive it, or move or delete them first.',
        { tasks: tasksLeft },
      );
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  mustAcceptWrites(): void {
    if (this.isArchived) throw conflict('project_archived', 'This project is archived; unarchive it first.');
  }

  private take(fields: ProjectFields): void {
    if (fields.identifier !== this.identifier) this.newIdentifier = fields.identifier;
    this.assign(fields);
    expectOrder(this, new Faults()).throwIfAny();
  }
}

export class StatusSet extends TaskStatuses<Status> {
  get nextPosition(): number {
    return positionAfter(Math.max(0, ...this.list.map((status) => status.position)));
  }

  /** Names are unique in a project, ignoring letter case. */
  mustBeFree(name: string, besides?: string): void {
    const folded = caseFolded(name);
    const taken = this.list.some(({ id, name: other }) => id !== besides && caseFolded(other) === folded);
    if (taken) throw conflict('name_taken', 'Another status of this project has this name.');
  }

  /** Each category keeps a status, since actions such as complete and cancel need one; the default stays too. */
  mustSpare(id: string): void {
    const status = this.mustHave(id);
    if (status.isDefault) throw conflict('status_is_default', 'Make another status the default first.');
    if (this.list.filter(({ category }) => category === status.category).length === 1)
      throw conflict('last_of_category', `A project keeps at least one ${status.category} status.`);
  }

  mustAllow(before: Status, fields: StatusFields): void {
    before.mustBeOpenByDefault(fields);
    if (fields.name !== undefined) this.mustBeFree(fields.name, before.id);
    const leavesDefault = before.isDefault && fields.isDefault === false;
    if (leavesDefault || before.changesCategory(fields)) this.mustSpare(before.id);
  }
}

export function expectOrder({ startDate, targetDate }: ProjectFields, faults: Faults): Faults {
  const isOrdered = !startDate || !targetDate || targetDate >= startDate;
  return faults.expect(isOrdered, 'target_date', 'before_start', 'target_date must not be before start_date.');
}
