import type { Project } from '@tandem/domain/projects/project';
import type { Projects, TaskHome } from '@tandem/domain/projects/projects.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { projectView } from './project.view.js';
import type { InMemoryStatuses } from './statuses.fake.js';

export class InMemoryProjects extends InMemoryStore<Project> implements Projects {
  /** Every identifier ever given, with the project it belongs to. */
  private readonly given = new Map<string, string>();

  constructor(private readonly statuses: InMemoryStatuses) {
    super(projectView);
  }

  override async add(project: Project): Promise<Project> {
    this.given.set(project.identifier, project.id);
    return super.add(project);
  }

  async admitTask(projectId: string | null): Promise<TaskHome | undefined> {
    const project = projectId ? await this.find(projectId) : null;
    if (project === undefined) return undefined;
    if (project) {
      project.nextTaskNumber++;
      this.keep(project);
    }
    return { project, statuses: await this.statuses.setOf(projectId) };
  }

  async admitTasks(projectId: string | null, count: number): Promise<TaskHome[] | undefined> {
    const homes: TaskHome[] = [];
    for (let taken = 0; taken < count; taken++) homes.push((await this.admitTask(projectId))!);
    return homes[0] && homes;
  }

  async freeIdentifier(stem: string): Promise<string> {
    let candidate = stem;
    for (let number = 2; this.given.has(candidate); number++) candidate = `${stem.slice(0, 8)}${number}`;
    return candidate;
  }

  async isTaken(identifier: string, besides?: string): Promise<boolean> {
    return this.given.has(identifier) && this.given.get(identifier) !== besides;
  }

  async isArchived(id: string): Promise<boolean> {
    return this.records.get(id)?.isArchived ?? false;
  }

  async livingTasks(): Promise<number> {
    return 0;
  }

  async renamed({ identifier, id }: Project): Promise<void> {
    this.given.set(identifier, id);
  }
}
