import { features } from '@tandem/adapters/features';
import { runApi } from './run-api.js';

await runApi(features);
