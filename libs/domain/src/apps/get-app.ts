import type { Rendered } from '../core/page.js';
import { Apps } from './apps.port.js';

export class GetApp {
  static needs = [Apps] as const;

  constructor(private readonly apps: Apps) {}

  run({ slug }: { slug: string }): Promise<Rendered> {
    return this.apps.readOf(slug);
  }
}
