import type { Page, PageRequest } from '../core/page.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { ScheduleTicks } from './schedule-ticks.port.js';

export class ListScheduleTicks {
  static needs = [AgentSchedules, ScheduleTicks] as const;

  constructor(
    private readonly schedules: AgentSchedules,
    private readonly ticks: ScheduleTicks,
  ) {}

  async run({ id, ...page }: PageRequest & { id: string }): Promise<Page> {
    await this.schedules.read(id);
    return this.ticks.pageOf(id, page);
  }
}
