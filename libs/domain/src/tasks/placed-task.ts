import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import { positionOf } from '../core/placement.js';
import type { TaskProject } from '../projects/projects.port.js';

/** Where a task stands: in a project or in none, with its number, section and status there, open or not, and below which other task. */
export abstract class PlacedTask extends Entity {
  projectId: string | null = null;
  sectionId: string | null = null;
  statusId: string | null = null;
  parentId: string | null = null;
  identifier: string | null = null;
  position = 0;
  completedAt: Date | null = null;
  canceledAt: Date | null = null;
  deletedAt: Date | null = null;

  get isClosed(): boolean {
    return this.completedAt !== null || this.canceledAt !== null;
  }

  /**
   * What follows from a change elsewhere: its section or status is taken away, its project renamed, the task above gone. Deleted
   * tasks adapt too, so that they fit when they are restored, but nobody is told.
   */
  adapt(fields: Partial<Pick<PlacedTask, 'sectionId' | 'statusId' | 'identifier' | 'parentId'>>): void {
    this.assign(fields);
    if (!this.deletedAt) this.recordChange();
  }

  /** Its project has another identifier now. */
  renumberFor(projectIdentifier: string): void {
    this.adapt({ identifier: this.identifier!.replace(/^.*-/, `${projectIdentifier}-`) });
  }

  protected mustBeOpen(): void {
    if (this.completedAt) throw conflict('task_completed', 'This task is completed; reopen it first.');
    if (this.canceledAt) throw conflict('task_canceled', 'This task is canceled; reopen it first.');
  }

  /** Leaves its section; in a project it gets an identifier and the last position there. */
  protected placeIn({ project, number }: TaskProject): void {
    project?.mustAcceptWrites();
    this.projectId = project?.id ?? null;
    this.sectionId = null;
    this.identifier = project && `${project.identifier}-${number}`;
    if (project) this.position = positionOf(number!);
  }
}
