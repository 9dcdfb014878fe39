import { uses } from '../core/use-case.js';
import { BacklogIndexing } from './backlog-indexing.service.js';
import { SearchIndex } from './search-index.port.js';

interface ReindexInput {
  /** Goes on with what an interrupted call left, instead of starting again. */
  isResumed: boolean;
  onStep: (count: number) => void;
}

/** For the operator: indexes everything in the tenant of the scope again, beside live work. */
export class Reindex extends uses({ index: SearchIndex, backlog: BacklogIndexing }) {
  async run({ isResumed, onStep }: ReindexInput): Promise<void> {
    if (!isResumed) await this.index.repeatAll();
    await this.backlog.work(onStep);
  }
}
