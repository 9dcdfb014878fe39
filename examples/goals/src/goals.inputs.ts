import { Text } from '@tandem/platform/inputs/inputs';

export class CreateGoalInput {
  @Text({ max: 200 }) title!: string;
}
