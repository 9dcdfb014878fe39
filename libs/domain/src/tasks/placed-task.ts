import { Entity } from '../core/entity.js';
import { positionOf } from '../core/position.js';
import type { TaskProject } from '../projects/projects.port.js';

/** The place of a task: in a project and a section of it, with an identifier and a position there, and below another task. */
export abstract class PlacedTask extends Entity {
  projectId: string | null = null;
  sectionId: string | null = null;
  parentId: string | null = null;
  identifier: string | null = null;
  position = 0;
  abstract deletedAt: Date | null;

  override get channels(): string[] {
    return ['tasks', ...this.within('project', this.projectId)];
  }

  /** Its section is taken away. */
  leaveSection(): void {
    this.sectionId = null;
    this.recordConsequence();
  }

  /** The task above it moves to another project without it. */
  leaveParent(): void {
    this.parentId = null;
    this.recordConsequence();
  }

  /** Its project has another identifier now. */
  renumberFor(projectIdentifier: string): void {
    this.identifier = this.identifier!.replace(/^.*-/, `${projectIdentifier}-`);
    this.recordConsequence();
  }

  /** Leaves its section; in a project it gets an identifier and the last position there. One that leaves all projects keeps its position. */
  protected placeIn({ project, number }: TaskProject): void {
    project?.mustAcceptWrites();
    this.projectId = project?.id ?? null;
    this.sectionId = null;
    this.identifier = project && `${project.identifier}-${number}`;
    if (project) this.position = positionOf(number!);
  }

  /** For a change that follows from one elsewhere. Deleted tasks change too, so that they fit when they are restored, but nobody is told. */
  protected recordConsequence(): void {
    if (!this.deletedAt) this.recordChange();
  }
}
