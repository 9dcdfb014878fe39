import type { Feature } from '@tandem/platform/feature/feature';
import { overviewRoutes } from './overview.routes.js';

export const overview: Feature = {
  name: 'overview',
  summary: 'What is open and what needs attention',
  routes: overviewRoutes,
};
