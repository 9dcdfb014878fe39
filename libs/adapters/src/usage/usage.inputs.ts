import { Int } from '@tandem/platform/inputs';

export class GetUsageInput {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'default 30; more than 90 is taken as 90' })
  days?: number;
}
