import { needing } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import { Apps } from './apps.port.js';
import type { ProbeResult } from './probe-result.js';
import { ToolDiscovery } from './tool-discovery.port.js';

/** Asks the server outside any transaction, since it may take long. */
export class ProbeApp extends needing({ apps: Apps, discovery: ToolDiscovery, sealer: Sealer }) {
  async run({ slug }: { slug: string }): Promise<ProbeResult> {
    const app = await this.apps.one(await this.apps.idOf(slug));
    const found = await this.discovery.discover(app.url, app.openedToken(this.sealer));
    return (await this.apps.change(app.id, (stored) => stored.noteProbe(app.url, found))).probe!;
  }
}
