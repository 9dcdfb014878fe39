import { type StatusCategory, statusCategories } from '@tandem/domain/projects/status';
import { Bool, Described, Int, OneOf, optional, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { sectionView, statusView } from './project.fields.js';

@Described(statusView)
class StatusFieldsInput {
  @Text({ max: 100 }) name!: string;
  @OneOf(statusCategories) category!: StatusCategory;
  @Int({ optional: true }) position?: number;
  @Bool({ optional: true }) isDefault?: boolean;
}

export class CreateStatusInput extends StatusFieldsInput {
  @Uuid() id!: string;
}

@Described(statusView)
export class StatusById {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the status' }) statusId!: string;
}

@Described(statusView)
export class UpdateStatusInput extends optional(StatusFieldsInput) {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the status' }) statusId!: string;
}

@Described(sectionView)
class SectionFieldsInput {
  @Text({ max: 100 }) name!: string;
  @Int({ optional: true }) position?: number;
}

export class CreateSectionInput extends SectionFieldsInput {
  @Uuid() id!: string;
}

@Described(sectionView)
export class SectionById {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the section' }) sectionId!: string;
}

@Described(sectionView)
export class UpdateSectionInput extends optional(SectionFieldsInput) {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the section' }) sectionId!: string;
}
