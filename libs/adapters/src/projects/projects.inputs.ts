import { expectOrder, type ProjectStatus, projectStatuses } from '@tandem/domain/projects/project';
import {
  Bool,
  CalendarDate,
  Described,
  Json,
  Judged,
  OneOf,
  optional,
  PageInput,
  Part,
  Sort,
  Text,
  Uuid,
} from '@tandem/platform/inputs/inputs';
import { projectView } from './project.fields.js';
import { projectSorts } from './project-sorts.js';

@Described(projectView)
@Judged(expectOrder)
export class CreateProjectInput {
  @Text({ max: 200 }) name!: string;
  @Text({
    max: 10,
    pattern: /^[A-Z][A-Z0-9]{0,9}$/,
    form: 'up to 10 capital letters and digits, starting with a letter, such as WEB',
    optional: true,
  })
  identifier?: string;
  @Text({ min: 0, max: 100_000, clearable: true }) description?: string | null;
  @OneOf(projectStatuses, { optional: true }) status?: ProjectStatus;
  @Bool({ optional: true }) isPrivate?: boolean;
  @Json({ optional: true }) metadata?: unknown;
  @CalendarDate({ clearable: true }) startDate?: string | null;
  @CalendarDate({ clearable: true }) targetDate?: string | null;
}

export class UpdateProjectInput extends optional(CreateProjectInput) {
  @Uuid() id!: string;
}

export class ListProjectsInput extends PageInput {
  @OneOf(projectStatuses, { optional: true }) status?: ProjectStatus;
  @Bool({ optional: true, description: 'only archived projects, or, if false, only others' }) isArchived?: boolean;
  @Part('name, description or identifier') q?: string;
  @Sort(projectSorts) sort?: string;
}
