import { Described, Int } from '@tandem/platform/inputs/inputs';
import { usageGlossary } from './usage.glossary.js';

@Described(usageGlossary)
export class GetUsageInput {
  @Int({ min: 1, cap: 90, usual: 30, optional: true, description: 'days to look back; more than 90 is taken as 90' })
  days?: number;
}
