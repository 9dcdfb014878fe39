import { uses } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import type { App, AppFields } from './app.js';
import { Apps } from './apps.port.js';

export class UpdateApp extends uses({ apps: Apps, sealer: Sealer }) {
  async run({ slug, ...fields }: AppFields & { slug: string }): Promise<App> {
    return this.apps.change(await this.apps.idOf(slug), (app) => app.update(fields, this.sealer));
  }
}
