import { Parts } from '../core/store.js';
import type { AppTool } from './app-tool.js';

/** The tools that apps have, by name. */
export abstract class AppTools extends Parts<AppTool> {}
