import { once } from 'node:events';
import { Blueprint } from '@tandem/domain/agents/blueprint';

/** Runs until it is cancelled, and reports the time of that to the parent process. */
class Held extends Blueprint {
  static needs = [];
  slug = 'held';
  title = 'Wait to be stopped';
  inputSchema = { type: 'object' };
  outputSchema = {};

  async run({ runId, signal }) {
    process.send({ type: 'begun', runId });
    if (!signal.aborted) await once(signal, 'abort');
    process.send({ type: 'aborted', runId, at: Date.now() });
    return null;
  }
}

export const held = { name: 'held', summary: 'A blueprint of the bench', provides: [Held] };
