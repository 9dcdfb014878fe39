import { Entity } from '../core/entity.js';

/** A named part of a project's task list. */
export class Section extends Entity {
  projectId: string;
  name: string;
  position: number;

  constructor(fields: { projectId: string; name: string; position: number }) {
    super();
    this.projectId = fields.projectId;
    this.name = fields.name;
    this.position = fields.position;
  }

  get noun(): string {
    return 'project.section';
  }

  override get channels(): string[] {
    return ['projects', `project_${this.projectId}`];
  }
}
