import { AgentSchedules } from './agent-schedules.port.js';

export class DeleteSchedule {
  static needs = [AgentSchedules] as const;

  constructor(private readonly schedules: AgentSchedules) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.schedules.remove(id, (schedule) => schedule.delete());
  }
}
