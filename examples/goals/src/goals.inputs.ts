import { Described, Text } from '@tandem/platform/inputs/inputs';
import { goalView } from './goal.fields.js';

@Described(goalView)
export class CreateGoalInput {
  @Text({ max: 200 }) title!: string;
}
