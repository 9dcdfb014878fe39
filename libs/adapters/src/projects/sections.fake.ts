import type { Page, PageRequest } from '@tandem/domain/core/page';
import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { sectionView } from './project.view.js';

export class InMemorySections extends InMemoryStore<Section> implements Sections {
  constructor() {
    super(sectionView);
  }

  pageOf(projectId: string, request: PageRequest): Promise<Page> {
    const ofProject = { ...request, projectId };
    return this.page(ofProject);
  }

  async nextPosition(projectId: string): Promise<number> {
    const own = this.seen().filter((section) => section.projectId === projectId);
    return Math.max(0, ...own.map((section) => section.position)) + 1024;
  }

  async empty(): Promise<void> {}
}
