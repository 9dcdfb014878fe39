import { features } from '@tandem/adapters/features';
import { runWorker } from './run-worker.js';

await runWorker(features);
