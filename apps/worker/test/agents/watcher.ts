import { once } from 'node:events';
import { expect } from '@jest/globals';
import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';

interface Seen {
  abortedAt: number;
  lateStep: string;
}

/** Creates the given task, then waits to be stopped and tries one more step. */
export class Watcher extends Blueprint {
  static needs = [] as const;
  private static readonly seen = new Map<string, Seen>();

  readonly slug = 'watcher';
  readonly title = 'Wait to be stopped';
  readonly inputSchema = { type: 'object' };
  readonly outputSchema = {};
  override readonly tools = ['create_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  /** What the run with this key has seen; fails before it has begun. */
  static at(key: string): Seen {
    const seen = this.seen.get(key);
    expect(seen).toBeDefined();
    return seen!;
  }

  async run({ input, signal, act }: RunContext): Promise<unknown> {
    const { key, task } = input as { key: string; task?: string };
    const seen = { abortedAt: 0, lateStep: '' };
    Watcher.seen.set(key, seen);
    if (task) await act('task', 'create_task', { title: task });
    if (!signal.aborted) await once(signal, 'abort');
    seen.abortedAt = performance.now();
    await act('late', 'create_task', { title: 'late' }).catch((error: Error) => (seen.lateStep = error.message));
    return null;
  }
}
