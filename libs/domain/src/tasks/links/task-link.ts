import { Entity } from '../../core/entity.js';
import { mustHold } from '../../core/errors.js';
import type { Task } from '../task.js';

export interface LinkTarget {
  entityType: string;
  entityId: string;
}

/** Refers to an external calendar or system; its ids are never checked. */
export const outsideType = 'event';

export interface LinkedTask {
  task: Task;
  link: TaskLink;
}

/** Links a task to another record of the tenant, or to an external event. */
export class TaskLink extends Entity {
  static readonly resourceType = 'task.link';
  taskId: string;
  entityType: string;
  entityId: string;
  /** True when this link existed before and is returned instead of a new one. */
  alreadyThere?: boolean;
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

  /** Has the copy's timestamps, so that links added later can be distinguished. */
  static like(target: LinkTarget, copy: Task): TaskLink {
    const link = new TaskLink(copy, target);
    link.createdAt = copy.createdAt;
    link.updatedAt = copy.createdAt;
    return link;
  }

  override get channels(): string[] {
    return ['tasks', ...this.within('project', this.projectId)];
  }

  delete(task: Pick<TaskLink, 'projectId'> = this): void {
    this.projectId = task.projectId;
    this.record('deleted');
  }

  leadTo(entityId: string): void {
    this.entityId = entityId;
    this.record('created');
  }
}
