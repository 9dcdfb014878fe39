import type { Page, PageRequest } from '../core/page.js';
import { Apps } from './apps.port.js';

export class ListApps {
  static needs = [Apps] as const;

  constructor(private readonly apps: Apps) {}

  run(request: PageRequest): Promise<Page> {
    return this.apps.page(request);
  }
}
