import { GetOverview } from '@tandem/domain/overview/get-overview';
import { GET, one } from '@tandem/platform/feature/feature';
import { NoInput } from '@tandem/platform/inputs/inputs';
import { overviewView } from './overview.fields.js';

export const overviewRoutes = [
  GET('/overview', 'authenticated', 'Count what is open and what needs attention', {
    description: 'Each number is counted up to 1,000. Groups that the caller may not read are null.',
    input: NoInput,
    run: GetOverview,
    response: one(overviewView),
  }),
];
