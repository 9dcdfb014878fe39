import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import { Faults, forbidden, noRecord, notFound } from '../../core/errors.js';
import { currentScope } from '../../core/scope.js';
import type { Task } from '../task.js';

/** A comment on a task, or a reply to one. A deleted comment with replies remains as a placeholder. */
export class TaskComment extends Entity {
  static readonly resourceType = 'task.comment';
  taskId: string;
  authorId: string | null;
  parentCommentId: string | null;
  body: string;
  metadata: unknown = {};
  deletedAt: Date | null = null;
  /** Project of the task, for the channels of the next event. */
  projectId?: string | null;

  constructor(task: Task, fields: { body: string; metadata?: unknown }, parent: TaskComment | null) {
    super();
    if (parent) parent.mustAcceptRepliesOn(task);
    this.taskId = task.id;
    this.projectId = task.projectId;
    this.authorId = currentScope().actor.memberId;
    this.parentCommentId = parent?.id ?? null;
    this.body = fields.body;
    this.metadata = fields.metadata ?? {};
    this.record('created');
  }

  override get channels(): string[] {
    return ['tasks', ...this.within('project', this.projectId)];
  }

  rewrite(task: Task, body?: string): void {
    this.mustBeChangeable(task);
    this.assign({ body });
    this.recordChange();
  }

  delete(task: Task): void {
    this.mustBeChangeable(task);
    this.deletedAt = clock.now();
    this.body = '';
    this.record('deleted');
  }

  private mustAcceptRepliesOn(task: Task): void {
    const at = 'parent_comment_id';
    new Faults()
      .expect(this.taskId === task.id && !this.deletedAt, at, 'not_found', noRecord(at))
      .expect(this.parentCommentId === null, at, 'too_deep', `${at} must name a comment that is not itself a reply.`)
      .throwIfAny();
  }

  /** Only its author and callers who may administer tasks may change it. */
  private mustBeChangeable(task: Task): void {
    const { actor, rights } = currentScope();
    if (this.taskId !== task.id || this.deletedAt) throw notFound();
    const isAuthor = this.authorId !== null && this.authorId === actor.memberId;
    if (!isAuthor && !rights.allows('tasks', 'admin')) throw forbidden('tasks:admin');
    this.projectId = task.projectId;
  }
}
