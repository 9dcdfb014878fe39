import { type SearchedRecord, SearchedRecords } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
import { Tenants } from '../tenants/tenants.port.js';
import { SearchDocument } from './search-document.js';
import { SearchIndex } from './search-index.port.js';

/** Brings the index up to date with records, of which it reads the latest state. */
export class RecordIndexing extends uses({ records: SearchedRecords, searchIndex: SearchIndex, tenants: Tenants }) {
  /** Removes those that exist no more. */
  async index(type: string, ids: readonly string[]): Promise<void> {
    const found = await this.records.texts(type, ids);
    const known = new Set(found.map(({ id }) => id));
    await this.write(type, found);
    await this.searchIndex.remove(
      type,
      ids.filter((id) => !known.has(id)),
    );
  }

  async write(type: string, found: readonly SearchedRecord[]): Promise<void> {
    if (found.length === 0) return;
    const { searchLanguages } = await this.tenants.current();
    const read = found.map(({ texts, ...record }) => ({ ...record, document: new SearchDocument(texts) }));
    const words = new Set(read.flatMap(({ document }) => [...document.stemmed]));
    const stems = await this.searchIndex.stems(words, searchLanguages);
    await this.searchIndex.put(
      type,
      read.map(({ document, ...record }) => ({ ...record, title: document.title, lexemes: document.lexemes(stems) })),
    );
    await this.searchIndex.putNames([...new Set(read.flatMap(({ document }) => document.names))].sort());
  }
}
