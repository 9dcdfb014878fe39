import type { Page, PageRequest } from '../core/page.js';
import { AgentSchedules } from './agent-schedules.port.js';

export class ListSchedules {
  static needs = [AgentSchedules] as const;

  constructor(private readonly schedules: AgentSchedules) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.schedules.page(input);
  }
}
