import type { Rendered } from '../core/page.js';
import { AgentSchedules } from './agent-schedules.port.js';

export class GetSchedule {
  static needs = [AgentSchedules] as const;

  constructor(private readonly schedules: AgentSchedules) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.schedules.read(id);
  }
}
