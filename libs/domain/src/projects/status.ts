import type { DefaultCandidate } from '../core/default-candidate.js';
import { Entity } from '../core/entity.js';
import { conflict, mustHold } from '../core/errors.js';
import { positionOf } from '../core/position.js';

export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

export interface StatusFields {
  name?: string;
  category?: StatusCategory;
  position?: number;
  isDefault?: boolean;
}

/** A stage in the workflow of a project's tasks, or of the tenant's tasks without a project. */
export class Status extends Entity implements DefaultCandidate {
  static readonly resourceType = 'project.status';
  projectId: string | null;
  name!: string;
  category!: StatusCategory;
  position!: number;
  isDefault = false;

  constructor(
    projectId: string | null,
    fields: StatusFields & { name: string; category: StatusCategory; position: number },
  ) {
    super();
    this.projectId = projectId;
    this.assign(fields);
    this.mustBeOpenByDefault(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['projects', ...this.within('project', this.projectId)];
  }

  /** `isInUse`: its tasks depend on its category, which therefore cannot change. */
  update(fields: StatusFields, isInUse = false): void {
    if (isInUse && this.changesCategory(fields))
      throw conflict('status_in_use', 'Tasks are in this status; its category cannot change.');
    this.mustBeOpenByDefault(fields);
    this.assign(fields);
    this.recordChange();
  }

  unsetDefault(): void {
    this.isDefault = false;
    this.recordChange();
  }

  delete(): void {
    this.record('deleted');
  }

  changesCategory({ category = this.category }: StatusFields): boolean {
    return category !== this.category;
  }

  /** The default status must be open. An existing closed default is tolerated until category or default changes. */
  mustBeOpenByDefault({ category, isDefault }: StatusFields): void {
    if (category === undefined && isDefault === undefined) return;
    const isOpen = !['completed', 'canceled'].includes(category ?? this.category);
    const at = isDefault ? 'is_default' : 'category';
    mustHold(isOpen || !(isDefault ?? this.isDefault), at, 'default_not_open', 'The default status is an open one.');
  }
}

export const startingStatuses = (projectId: string | null): Status[] =>
  (
    [
      ['Backlog', 'backlog'],
      ['Todo', 'unstarted'],
      ['In Progress', 'started'],
      ['Done', 'completed'],
      ['Canceled', 'canceled'],
    ] as const
  ).map(
    ([name, category], index) =>
      new Status(projectId, { name, category, position: positionOf(index + 1), isDefault: name === 'Todo' }),
  );
