import { AgentRuns } from '../agents/runs/agent-runs.port.js';
import { clock } from '../core/clock.js';
import { dayMillis } from '../core/durations.js';
import { currentScope } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import { AgentSchedules } from '../schedules/agent-schedules.port.js';
import { Tasks } from '../tasks/tasks.port.js';
import { type Counts, ifReadable, maxCounted } from './counts.js';

export class WorkCounts extends uses({ tasks: Tasks, runs: AgentRuns, schedules: AgentSchedules }) {
  ofTasks(): Promise<Counts<'open' | 'overdue' | 'dueToday'>> {
    const { timezone: zone } = currentScope();
    const open = { state: 'open' } as const;
    const filters = {
      open,
      overdue: { ...open, isOverdue: true },
      dueToday: { ...open, isDueToday: { zone } },
    } as const;
    return ifReadable('tasks', () => this.tasks.countEach(filters, maxCounted));
  }

  /** `failed`: in the last 24 hours. */
  ofRuns(): Promise<Counts<'queued' | 'running' | 'failed'>> {
    const failedSince = new Date(clock.millis() - dayMillis);
    const filters = { queued: { isQueued: true }, running: { isRunning: true }, failed: { failedSince } } as const;
    return ifReadable('agents', () => this.runs.countEach(filters, maxCounted));
  }

  ofSchedules(): Promise<Counts<'disabled'>> {
    return ifReadable('agents', () => this.schedules.countEach({ disabled: { enabled: false } }, maxCounted));
  }
}
