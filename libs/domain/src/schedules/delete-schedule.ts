import { needing } from '../core/use-case.js';
import { AgentSchedules } from './agent-schedules.port.js';

export class DeleteSchedule extends needing({ schedules: AgentSchedules }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.schedules.remove(id, (schedule) => schedule.delete());
  }
}
