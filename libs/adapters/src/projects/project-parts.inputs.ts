import { type StatusCategory, statusCategories } from '@tandem/domain/projects/status';
import { Bool, Int, OneOf, optional, Text, Uuid } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

class StatusFieldsInput {
  @Text({ max: 100 }) name!: string;
  @OneOf(statusCategories) category!: StatusCategory;
  @Int({ optional: true }) position?: number;
  @Bool({ optional: true, description: 'new tasks start in this status' }) isDefault?: boolean;
}

export class CreateStatusInput extends StatusFieldsInput {
  @Uuid() id!: string;
}

export class StatusById {
  @Uuid() id!: string;
  @Uuid() statusId!: string;
}

export class UpdateStatusInput extends optional(StatusFieldsInput) {
  @Uuid() id!: string;
  @Uuid() statusId!: string;
}

class SectionFieldsInput {
  @Text({ max: 100 }) name!: string;
  @Int({ optional: true }) position?: number;
}

export class CreateSectionInput extends SectionFieldsInput {
  @Uuid() id!: string;
}

export class SectionById {
  @Uuid() id!: string;
  @Uuid() sectionId!: string;
}

export class UpdateSectionInput extends optional(SectionFieldsInput) {
  @Uuid() id!: string;
  @Uuid() sectionId!: string;
}

export class OfProjectInput extends PageInput {
  @Uuid() id!: string;
}
