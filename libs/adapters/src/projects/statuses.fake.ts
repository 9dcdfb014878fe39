import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
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

  async readOf(projectId: string, id: string): Promise<Rendered> {
    const status = await this.one(id);
    if (status.projectId !== projectId) throw notFound();
    return this.rendered(status);
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
