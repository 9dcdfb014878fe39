import { uses } from '../core/use-case.js';
import type { Acceptance, AppTool } from './app-tool.js';
import { Apps } from './apps.port.js';

export class AcceptAppTool extends uses({ apps: Apps }) {
  async run({ slug, name, ...acceptance }: Acceptance & { slug: string; name: string }): Promise<AppTool> {
    const id = await this.apps.idOf(slug);
    return (await this.apps.change(id, (app) => app.acceptTool(name, acceptance))).tool(name);
  }
}
