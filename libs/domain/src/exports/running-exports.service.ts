import { type Chunks, Streamed } from '../core/streamed.js';
import { uses } from '../core/use-case.js';
import { EventFeed } from '../events/stream/event-feed.port.js';
import { type Counts, type ExportFacts, Exports } from './exports.port.js';

const renewalMillis = 5000;

export interface ExportStart {
  sequence: number;
  counts: Counts;
}

/** What is produced for one export: `counts` grow with its rows. */
export type Production = (from: ExportStart) => Promise<() => Chunks>;

/** Streams an export in a slot of the tenant, which is freed however the export ends. */
export class RunningExports extends uses({ exports: Exports, feed: EventFeed }) {
  /** `begin` reads what may still be refused; what it resolves to produces the rest, while the client reads. */
  async stream(facts: ExportFacts, begin: Production, headers: Readonly<Record<string, string>>): Promise<Streamed> {
    const id = await this.exports.start(facts);
    const counts: Counts = Object.fromEntries(facts.types.map((type) => [type, 0]));
    const finish = (complete: boolean) => this.exports.finish(id, { ...facts, counts, complete });
    try {
      // Before any row is read, so that each later change has an event after this sequence.
      const { newest } = await this.feed.bounds();
      const produce = await begin({ sequence: newest, counts });
      return new Streamed(() => this.held(id, produce(), finish), headers);
    } catch (error) {
      await finish(false);
      throw error;
    }
  }

  private async *held(id: string, chunks: Chunks, finish: (complete: boolean) => Promise<void>): Chunks {
    let isLost = false;
    let isComplete = false;
    const renew = async () => void (isLost ||= !(await this.exports.renew(id)));
    // A failed renewal is tried again: the lease outlasts several.
    const timer = setInterval(() => void renew().catch(() => undefined), renewalMillis);
    try {
      for await (const chunk of chunks) {
        if (isLost) throw new Error('the slot of the export was lost');
        yield chunk;
      }
      isComplete = true;
    } finally {
      clearInterval(timer);
      await finish(isComplete);
    }
  }
}
