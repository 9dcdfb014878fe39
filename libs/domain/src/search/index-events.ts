import type { EventRange } from '../core/events/happened.js';
import { SearchedRecords } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
import { RecordIndexing } from './record-indexing.service.js';
import { SearchIndex } from './search-index.port.js';
import { SearchProgress } from './search-progress.port.js';

/** A job: indexes the records that events concern, so that writing them costs nothing. */
export class IndexEvents extends uses({
  records: SearchedRecords,
  index: SearchIndex,
  indexing: RecordIndexing,
  progress: SearchProgress,
}) {
  async run(range: EventRange): Promise<void> {
    const concerned = await this.index.concerned(range, this.records);
    if (concerned.length === 0) return;
    await this.index.lock();
    for (const { name } of this.records.types) {
      const of = concerned.filter(({ type }) => type === name);
      const ids = of.flatMap(({ id }) => id ?? []);
      if (ids.length) await this.indexing.index(name, ids);
      if (of.length > ids.length) await this.progress.repeat(name);
    }
  }
}
