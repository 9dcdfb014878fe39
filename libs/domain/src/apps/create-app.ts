import { Sealer } from '../core/sealer.js';
import { App, type AppFields } from './app.js';
import { Apps } from './apps.port.js';

export class CreateApp {
  static needs = [Apps, Sealer] as const;

  constructor(
    private readonly apps: Apps,
    private readonly sealer: Sealer,
  ) {}

  async run(fields: AppFields & { slug: string; name: string; url: string }): Promise<App> {
    return this.apps.add(new App(fields, this.sealer));
  }
}
