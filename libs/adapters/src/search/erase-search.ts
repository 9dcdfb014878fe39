import { Erasure } from '@tandem/domain/core/erasure';
import { SearchedRecords } from '@tandem/domain/core/searched-records';
import { uses } from '@tandem/domain/core/use-case';
import { quoted } from '@tandem/domain/search/search-document';
import { SearchIndex } from '@tandem/domain/search/search-index.port';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/tenant-statements';

const words = `select distinct l.lexeme as word
  from (select lexemes ${rowsOf('search_documents')} and t.entity_id = any($2::uuid[])) d, unnest(d.lexemes) l`;

const forgetDocuments = `delete from search_documents t where ${ofTenant()} and t.entity_id = any($2::uuid[])`;

const isKnown = `to_regprocedure('search_documents_matching(tsquery, text[], boolean, int)') is not null`;

/** $3: queries for the words; $4: all types. */
const unused = `select word from unnest($2::text[], $3::text[]) q (word, query)
  where $1::uuid is not null and not exists (select from search_documents_matching(q.query::tsquery, $4, true, 1))`;

const forgetWords = `delete from search_words t where ${ofTenant()} and t.word = any($2::text[])`;

/** The index learns of the event later, and keeps words that records had once. */
export class EraseSearch extends uses(
  { database: Database, searchIndex: SearchIndex, records: SearchedRecords },
  Erasure,
) {
  async erase(ids: readonly string[]): Promise<void> {
    // Whoever indexes now may have read the records before they were erased.
    await this.searchIndex.lock();
    const found = (await this.database.queryOfTenant(words, ids)).map(({ word }) => word as string);
    await this.database.queryOfTenant(forgetDocuments, ids);
    if (found.length) await this.database.queryOfTenant(forgetWords, await this.unused(found));
  }

  private async unused(found: readonly string[]): Promise<readonly string[]> {
    const [row] = await this.database.queryOfTenant(`select ${isKnown} as "isOn" where $1::uuid is not null`);
    if (!row!.isOn) return found;
    const types = this.records.types.map(({ name }) => name);
    return (await this.database.queryOfTenant(unused, found, found.map(quoted), types)).map(
      ({ word }) => word as string,
    );
  }
}
