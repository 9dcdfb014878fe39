import { uses } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import { AppServers } from './app-servers.port.js';
import { Apps } from './apps.port.js';
import type { ProbeResult } from './probe-result.js';

/** Contacts the server outside any transaction, since it may be slow. */
export class ProbeApp extends uses({ apps: Apps, servers: AppServers, sealer: Sealer }) {
  async run({ slug }: { slug: string }): Promise<ProbeResult> {
    const app = await this.apps.one(await this.apps.idOf(slug));
    const found = await this.servers.discover(app.server(this.sealer));
    return (await this.apps.change(app.id, (stored) => stored.noteProbe(app.url, found))).probe!;
  }
}
