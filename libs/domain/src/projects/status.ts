import { Entity } from '../core/entity.js';

export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

/** One step of a project's (or, without a project, the tenant's) way from backlog to done. */
export class Status extends Entity {
  projectId: string | null;
  name: string;
  category: StatusCategory;
  position: number;
  isDefault: boolean;

  constructor(fields: {
    projectId: string | null;
    name: string;
    category: StatusCategory;
    position: number;
    isDefault?: boolean;
  }) {
    super();
    this.projectId = fields.projectId;
    this.name = fields.name;
    this.category = fields.category;
    this.position = fields.position;
    this.isDefault = fields.isDefault ?? false;
  }

  get noun(): string {
    return 'project.status';
  }

  override get channels(): string[] {
    return ['projects', ...(this.projectId ? [`project_${this.projectId}`] : [])];
  }
}

/** The statuses of one project, in order. */
export class StatusSet {
  constructor(readonly list: readonly Status[]) {}

  get default(): Status {
    return this.list.find((status) => status.isDefault) ?? this.list[0]!;
  }

  first(category: StatusCategory): Status {
    return this.list.find((status) => status.category === category) ?? this.default;
  }

  /** What stands here for a status of that category elsewhere. */
  counterpart(category: StatusCategory): Status {
    return this.default.category === category ? this.default : this.first(category);
  }

  byId(id: string): Status | undefined {
    return this.list.find((status) => status.id === id);
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
      new Status({ projectId, name, category, position: (index + 1) * 1024, isDefault: name === 'Todo' }),
  );
