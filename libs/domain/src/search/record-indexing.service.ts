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
    const gone = ids.filter((id) => !known.has(id));
    await this.remove(type, gone);
    await this.write(type, found);
  }

  async remove(type: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const former = await this.searchIndex.namesOf(type, ids);
    await this.searchIndex.remove(type, ids);
    await this.searchIndex.dropNames(former);
  }

  async write(type: string, found: readonly SearchedRecord[]): Promise<void> {
    if (found.length === 0) return;
    const { searchLanguages } = await this.tenants.current();
    const former = await this.searchIndex.namesOf(
      type,
      found.map(({ id }) => id),
    );
    const read = found.map(({ texts, ...record }) => ({ ...record, document: new SearchDocument(texts) }));
    const words = new Set(read.flatMap(({ document }) => [...document.stemmed]));
    const stems = await this.searchIndex.stems(words, searchLanguages);
    await this.searchIndex.put(
      type,
      read.map(({ document, ...record }) => ({ ...record, title: document.title, lexemes: document.lexemes(stems) })),
    );
    const names = new Set(read.flatMap(({ document }) => document.names));
    await this.searchIndex.putNames([...names].sort());
    await this.searchIndex.dropNames(former.filter((word) => !names.has(word)).sort());
  }
}
