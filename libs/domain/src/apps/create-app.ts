import { uses } from '../core/use-case.js';
import { Sealer } from '../core/sealer.js';
import { App, type AppFields } from './app.js';
import { Apps } from './apps.port.js';

export class CreateApp extends uses({ apps: Apps, sealer: Sealer }) {
  run(fields: AppFields & { slug: string; name: string; url: string }): Promise<App> {
    return this.apps.add(new App(fields, this.sealer));
  }
}
