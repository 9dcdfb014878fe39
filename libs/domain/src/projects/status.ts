import { Entity } from '../core/entity.js';
import { conflict, mustHold, orNotFound } from '../core/errors.js';
import { positionAfter, positionOf } from '../core/position.js';

export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

export interface StatusFields {
  name?: string;
  category?: StatusCategory;
  position?: number;
  isDefault?: boolean;
}

/** One step of a project's (or, without a project, the tenant's) way from backlog to done. */
export class Status extends Entity {
  static readonly noun = 'project.status';
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

  update(fields: StatusFields): void {
    this.mustBeOpenByDefault(fields);
    this.assign(fields);
    this.recordChange();
  }

  delete(): void {
    this.record('deleted');
  }

  unsetDefault(): void {
    this.isDefault = false;
    this.recordChange();
  }

  /** The default status must be open. An existing closed default is tolerated until category or default changes. */
  mustBeOpenByDefault({ category, isDefault }: StatusFields): void {
    if (category === undefined && isDefault === undefined) return;
    const isOpen = !['completed', 'canceled'].includes(category ?? this.category);
    const at = isDefault ? 'is_default' : 'category';
    mustHold(isOpen || !(isDefault ?? this.isDefault), at, 'default_not_open', 'The default status is an open one.');
  }
}

/** The statuses of one project, in order; rules that concern several of them. */
export class StatusSet {
  constructor(readonly list: readonly Status[]) {}

  get default(): Status {
    return this.list.find((status) => status.isDefault) ?? this.list[0]!;
  }

  get nextPosition(): number {
    return positionAfter(Math.max(0, ...this.list.map((status) => status.position)));
  }

  first(category: StatusCategory): Status {
    return this.list.find((status) => status.category === category) ?? this.default;
  }

  /** What stands here for a status of that category elsewhere. */
  counterpart(category: StatusCategory): Status {
    return this.default.category === category ? this.default : this.first(category);
  }

  byId(id: string | undefined): Status | undefined {
    return this.list.find((status) => status.id === id);
  }

  mustHave(id: string): Status {
    return orNotFound(this.byId(id));
  }

  /** No two statuses of a project have the same name, whatever the letter case. */
  mustBeFree(name: string, besides?: string): void {
    const wanted = name.normalize('NFC').toLowerCase();
    const taken = this.list.some(
      ({ id, name: other }) => id !== besides && other.normalize('NFC').toLowerCase() === wanted,
    );
    if (taken) throw conflict('name_taken', 'Another status of this project has this name.');
  }

  /** Each category keeps a status, since actions such as complete and cancel lead to one; the default stays as well. */
  mustSpare(id: string): void {
    const status = this.mustHave(id);
    if (status.isDefault) throw conflict('status_is_default', 'Make another status the default first.');
    if (this.list.filter(({ category }) => category === status.category).length === 1)
      throw conflict('last_of_category', `A project keeps at least one ${status.category} status.`);
  }

  /** Refuses a change of one of them that the others do not allow. */
  mustAllow(before: Status, { name, category, isDefault }: StatusFields): void {
    before.mustBeOpenByDefault({ category, isDefault });
    if (name !== undefined) this.mustBeFree(name, before.id);
    const leavesCategory = category !== undefined && category !== before.category;
    if (leavesCategory || (before.isDefault && isDefault === false)) this.mustSpare(before.id);
  }

  /** Where the tasks of a status go that is taken away. */
  substituteFor(id: string): Status {
    const { category } = this.mustHave(id);
    return this.list.find((status) => status.category === category && status.id !== id)!;
  }
}

/** The statuses every project, and every tenant for tasks without one, starts with. */
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
