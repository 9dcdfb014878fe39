import { Text } from '@tandem/platform/inputs';

export class CreateGoalInput {
  @Text({ max: 200 }) title!: string;
}
