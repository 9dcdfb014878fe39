import { type StatusCategory, statusCategories } from '@tandem/domain/projects/status';
import { Bool, Described, Int, OneOf, optional, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { projectsGlossary } from './projects.glossary.js';

@Described(projectsGlossary, 'Status')
class StatusFieldsInput {
  @Text({ max: 100 }) name!: string;
  @OneOf(statusCategories) category!: StatusCategory;
  @Int({ optional: true }) position?: number;
  @Bool({ optional: true }) isDefault?: boolean;
}

export class CreateStatusInput extends StatusFieldsInput {
  @Uuid() id!: string;
}

@Described(projectsGlossary)
export class StatusById {
  @Uuid() id!: string;
  @Uuid() statusId!: string;
}

@Described(projectsGlossary)
export class UpdateStatusInput extends optional(StatusFieldsInput) {
  @Uuid() id!: string;
  @Uuid() statusId!: string;
}

@Described(projectsGlossary, 'Section')
class SectionFieldsInput {
  @Text({ max: 100 }) name!: string;
  @Int({ optional: true }) position?: number;
}

export class CreateSectionInput extends SectionFieldsInput {
  @Uuid() id!: string;
}

@Described(projectsGlossary)
export class SectionById {
  @Uuid() id!: string;
  @Uuid() sectionId!: string;
}

@Described(projectsGlossary)
export class UpdateSectionInput extends optional(SectionFieldsInput) {
  @Uuid() id!: string;
  @Uuid() sectionId!: string;
}
