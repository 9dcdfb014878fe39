import { Apps } from './apps.port.js';

export class DeleteApp {
  static needs = [Apps] as const;

  constructor(private readonly apps: Apps) {}

  async run({ slug }: { slug: string }): Promise<void> {
    await this.apps.remove(await this.apps.idOf(slug), (app) => app.delete());
  }
}
