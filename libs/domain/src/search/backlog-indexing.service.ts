import { minId } from '../core/id.js';
import { SearchedRecords } from '../core/searched-records.js';
import { Stopping } from '../core/stopping.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { RecordIndexing } from './record-indexing.service.js';
import { SearchIndex } from './search-index.port.js';
import { type Progress, SearchProgress } from './search-progress.port.js';

const maxRecords = 500;

/** Indexes all records of a tenant, step by step; what is interrupted goes on where it was. */
export class BacklogIndexing extends uses({
  transaction: Transaction,
  stopping: Stopping,
  records: SearchedRecords,
  index: SearchIndex,
  indexing: RecordIndexing,
  progress: SearchProgress,
}) {
  /** Until all are indexed or the process stops. `onStep` receives the number of records of each step. */
  async work(onStep: (count: number) => void = () => undefined): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const count = await this.transaction.run(() => this.step());
      if (count === undefined) return;
      onStep(count);
    }
  }

  /** Some records; undefined if none are left. */
  private async step(): Promise<number | undefined> {
    let progress = await this.progress.lock();
    if (!this.nextType(progress)) return undefined;
    await this.index.lock();
    let count = 0;
    for (let type = this.nextType(progress); type && count < maxRecords; type = this.nextType(progress)) {
      const afterId = progress.currentType === type ? (progress.afterId ?? minId) : minId;
      const found = await this.records.textsAfter(type, afterId, maxRecords - count);
      await this.indexing.write(type, found);
      count += found.length;
      progress =
        count < maxRecords
          ? { ...progress, indexed: [...progress.indexed, type], currentType: null, afterId: null }
          : { ...progress, currentType: type, afterId: found.at(-1)!.id };
    }
    await this.progress.save(progress);
    if (!this.nextType(progress)) await this.index.forgetNames(progress.startedAt);
    return count;
  }

  private nextType({ indexed }: Progress): string | undefined {
    return this.records.types.find(({ name }) => !indexed.includes(name))?.name;
  }
}
