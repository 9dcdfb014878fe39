import { Int } from '@tandem/platform/inputs/inputs';

export class GetUsageInput {
  @Int({
    min: 1,
    cap: 90,
    usual: 30,
    optional: true,
    description: 'days to look back; values above 90 are treated as 90',
    example: 30,
  })
  days?: number;
}
