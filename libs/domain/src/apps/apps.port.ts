import { PartsOfAggregate, Store } from '../core/store.js';
import type { AppTool } from './app-tool.js';
import type { App } from './app.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    apps: true;
  }
}

export abstract class Apps extends Store<App> {
  /** Throws not_found when there is none. */
  abstract idOf(slug: string): Promise<string>;

  abstract withSlug(slug: string): Promise<App | undefined>;
}

export interface ToolFilters {
  isQuarantined?: true;
}

export abstract class AppTools extends PartsOfAggregate<AppTool, ToolFilters> {}
