import { Entity } from '../core/entity.js';
import { notFound } from '../core/errors.js';

export interface SectionFields {
  name?: string;
  position?: number;
}

export class Section extends Entity {
  static readonly resourceType = 'project.section';
  projectId: string;
  name!: string;
  position!: number;

  constructor(projectId: string, fields: SectionFields & { name: string; position: number }) {
    super();
    this.projectId = projectId;
    this.assign(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['projects', ...this.within('project', this.projectId)];
  }

  mustBeOf(projectId: string): this {
    if (this.projectId !== projectId) throw notFound();
    return this;
  }

  update(fields: SectionFields): void {
    this.assign(fields);
    this.recordChange();
  }

  delete(): void {
    this.record('deleted');
  }
}
