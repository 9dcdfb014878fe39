import type { Page, PageRequest } from '../core/page.js';
import type { AppTool } from './app-tool.js';
import { AppTools } from './app-tools.port.js';
import { Apps } from './apps.port.js';

export class ListAppTools {
  static needs = [Apps, AppTools] as const;

  constructor(
    private readonly apps: Apps,
    private readonly tools: AppTools,
  ) {}

  async run({ slug, ...request }: PageRequest & { slug: string }): Promise<Page<AppTool>> {
    return this.tools.pageOf(await this.apps.idOf(slug), request);
  }
}
