import { needing } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import { Apps } from './apps.port.js';
import type { ProbeResult } from './probe-result.js';
import { ToolDiscovery } from './tool-discovery.port.js';

/** The server is asked with no transaction open: it may take its time. */
export class ProbeApp extends needing({ apps: Apps, discovery: ToolDiscovery, sealer: Sealer }) {
  async run({ slug }: { slug: string }): Promise<ProbeResult> {
    const app = await this.apps.one(await this.apps.idOf(slug));
    const found = await this.discovery.discover(app.url, app.openedToken(this.sealer));
    return (await this.apps.change(app.id, (stored) => stored.noteProbe(app.url, found))).probe!;
  }
}
