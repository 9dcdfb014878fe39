import { once } from 'node:events';
import { expect } from '@jest/globals';
import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';
import { Projects } from '@tandem/domain/projects/projects.port';
import { currentScope } from '@tandem/domain/core/scope';
import { Task } from '@tandem/domain/tasks/task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';

interface Seen {
  abortedAt: number;
  lateStep: string;
}

/** Makes the task it is told to, then waits to be stopped and tries one more step. */
export class Watcher extends Blueprint {
  static needs = [Tasks, Projects] as const;
  private static readonly seen = new Map<string, Seen>();

  readonly slug = 'watcher';
  readonly title = 'Wait to be stopped';
  readonly inputSchema = { type: 'object' };
  readonly outputSchema = {};
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly projects: Projects,
  ) {
    super();
  }

  /** What the run with this key has seen; fails before it has begun. */
  static at(key: string): Seen {
    const seen = this.seen.get(key);
    expect(seen).toBeDefined();
    return seen!;
  }

  async run({ input, signal, step }: RunContext): Promise<unknown> {
    const { key, task } = input as { key: string; task?: string };
    const seen = { abortedAt: 0, lateStep: '' };
    Watcher.seen.set(key, seen);
    if (task) await step('task', () => this.make(task));
    if (!signal.aborted) await once(signal, 'abort');
    seen.abortedAt = performance.now();
    await step('late', () => this.make('late')).catch((error: Error) => (seen.lateStep = error.message));
    return null;
  }

  private async make(title: string): Promise<{ id: string }> {
    const [home] = await this.projects.admitTasks(null, 1);
    const { id } = await this.tasks.add(new Task({ title }, home!, currentScope().actor.memberId));
    return { id };
  }
}
