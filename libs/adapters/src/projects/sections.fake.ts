import type { Section } from '@tandem/domain/projects/section';
import type { Sections } from '@tandem/domain/projects/sections.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { sectionView } from './project.view.js';

export class InMemorySections extends InMemoryStore<Section> implements Sections {
  constructor() {
    super(sectionView);
  }
}
