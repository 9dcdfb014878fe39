import { uses } from '../core/use-case.js';
import { Apps } from './apps.port.js';

export class DeleteApp extends uses({ apps: Apps }) {
  async run({ slug }: { slug: string }): Promise<void> {
    await this.apps.remove(await this.apps.idOf(slug), (app) => app.delete());
  }
}
