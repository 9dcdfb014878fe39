import { Parts } from '../core/store.js';
import type { AppTool } from './app-tool.js';

export abstract class AppTools extends Parts<AppTool> {}
