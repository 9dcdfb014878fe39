import { Erasure } from '@tandem/domain/core/erasure';
import { SearchedRecords } from '@tandem/domain/core/searched-records';
import { uses } from '@tandem/domain/core/use-case';
import { RecordIndexing } from '@tandem/domain/search/record-indexing.service';
import { SearchIndex } from '@tandem/domain/search/search-index.port';

/** Also of the words by which others are corrected, unless another record has them. */
export class EraseFromSearch extends uses(
  { records: SearchedRecords, index: SearchIndex, indexing: RecordIndexing },
  Erasure,
) {
  async erase(ids: readonly string[]): Promise<void> {
    await this.index.lock();
    for (const { name } of this.records.types) await this.indexing.remove(name, ids);
  }
}
