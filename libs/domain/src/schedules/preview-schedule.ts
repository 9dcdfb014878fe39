import { needing } from '../core/use-case.js';
import { AgentSchedules } from './agent-schedules.port.js';
import { localTime } from '../core/wall-clock.js';

export interface PreviewedTime {
  scheduledFor: Date;
  /** RFC 3339 with the offset that the schedule's zone has then. */
  localTime: string;
}

const count = 10;

export class PreviewSchedule extends needing({ schedules: AgentSchedules }) {
  async run({ id }: { id: string }): Promise<{ data: PreviewedTime[]; hasMore: boolean; nextCursor: null }> {
    const schedule = await this.schedules.one(id);
    const times = schedule.upcoming(count);
    const data = times.map((at) => ({ scheduledFor: at, localTime: localTime(at, schedule.timezone) }));
    return { data, hasMore: false, nextCursor: null };
  }
}
