import { Entity } from '../../core/entity.js';
import { mustHold } from '../../core/errors.js';
import type { Task } from '../task.js';

export interface LinkTarget {
  entityType: string;
  entityId: string;
}

/** Ids of this type refer to an external calendar or system and are never checked. */
export const outsideType = 'event';

/** Ties a task to another record of the tenant, or to an event outside. */
export class TaskLink extends Entity {
  static readonly noun = 'task.link';
  taskId: string;
  entityType: string;
  entityId: string;
  /** True when the same link was there already and is answered instead of a second one. */
  alreadyThere?: boolean;
  /** Project of the task, for the channels of the event about to be recorded. */
  projectId?: string | null;

  constructor(task: Task, fields: LinkTarget) {
    super();
    const itself = fields.entityType === 'task' && fields.entityId === task.id;
    mustHold(!itself, 'entity_id', 'self_link', 'A task cannot be linked to itself.');
    this.taskId = task.id;
    this.projectId = task.projectId;
    this.entityType = fields.entityType;
    this.entityId = fields.entityId;
    this.record('created');
  }

  /** The same link on a copied task, with the copy's timestamps, so that a link added later can be told from it. */
  static like(target: LinkTarget, copy: Task): TaskLink {
    const link = new TaskLink(copy, target);
    link.createdAt = copy.createdAt;
    link.updatedAt = copy.createdAt;
    return link;
  }

  override get channels(): string[] {
    return ['tasks', ...this.within('project', this.projectId)];
  }

  /** `task` is its task as it is now; a link that was read with its task's project needs none. */
  delete(task: Pick<TaskLink, 'projectId'> = this): void {
    this.projectId = task.projectId;
    this.record('deleted');
  }

  /** The record it led to was merged into another. */
  leadTo(entityId: string): void {
    this.entityId = entityId;
    this.record('created');
  }
}
