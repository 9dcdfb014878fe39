import { Described, optional, PageInput, Part, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { TaskId } from '../task-id.inputs.js';
import { labelView } from './label.fields.js';

@Described(labelView)
export class CreateLabelInput {
  @Text({ max: 80 }) name!: string;
  @Text({ max: 7, pattern: /^#[0-9A-Fa-f]{6}$/, form: 'a color such as #d73a4a' }) color!: string;
  @Text({ max: 1000, clearable: true }) description?: string | null;
}

export class UpdateLabelInput extends optional(CreateLabelInput) {
  @Uuid() id!: string;
}

export class ListLabelsInput extends PageInput {
  @Part('name or description') q?: string;
}

export class AddTaskLabelInput {
  @TaskId() id!: string;
  @Uuid({ description: 'the label to add' }) labelId!: string;
}

export class TaskLabelById {
  @TaskId() id!: string;
  @Uuid({ description: 'the label to remove' }) labelId!: string;
}
