import type { Page, PageRequest } from '../core/page.js';
import { Store } from '../core/store.js';
import type { AppTool } from './app-tool.js';

export abstract class AppTools extends Store<AppTool> {
  /** A page of the tools that an app has, by name. */
  abstract pageOf(appId: string, request: PageRequest): Promise<Page>;
}
