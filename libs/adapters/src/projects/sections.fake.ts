import { notFound } from '@tandem/domain/core/errors';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { sectionView } from './project.view.js';

export class InMemorySections extends InMemoryStore<Section> implements Sections {
  constructor() {
    super(sectionView);
  }

  async readOf(projectId: string, id: string): Promise<Rendered> {
    const section = await this.one(id);
    if (section.projectId !== projectId) throw notFound();
    return this.rendered(section);
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
