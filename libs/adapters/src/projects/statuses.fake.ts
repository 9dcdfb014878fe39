import type { Page, PageRequest } from '@tandem/domain/core/page';
import { type Status, StatusSet } from '@tandem/domain/projects/status';
import type { Statuses } from '@tandem/domain/projects/statuses.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { statusView } from './project.view.js';

export class InMemoryStatuses extends InMemoryStore<Status> implements Statuses {
  constructor() {
    super(statusView);
  }

  async setOf(projectId: string | null): Promise<StatusSet> {
    const own = this.seen().filter((status) => status.projectId === projectId);
    return new StatusSet(own.sort((a, b) => a.position - b.position));
  }

  async addAll(statuses: readonly Status[]): Promise<void> {
    for (const status of statuses) await this.add(status);
  }

  pageOf(projectId: string, request: PageRequest): Promise<Page> {
    const ofProject = { ...request, projectId };
    return this.page(ofProject);
  }

  async isUsed(): Promise<boolean> {
    return false;
  }

  async replace(): Promise<void> {}
}
