import { needing } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import { App, type AppFields } from './app.js';
import { Apps } from './apps.port.js';
import { ToolDiscovery } from './tool-discovery.port.js';

export class CreateApp extends needing({ apps: Apps, sealer: Sealer, discovery: ToolDiscovery }) {
  async run(fields: AppFields & { slug: string; name: string; url: string }): Promise<App> {
    const app = new App(fields, this.sealer);
    app.mustSuitToken((url) => this.discovery.tokenRefusalOf(url));
    return this.apps.add(app);
  }
}
