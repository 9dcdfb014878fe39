import type { EventRange } from '@tandem/domain/core/events/happened';
import { SearchedRecords } from '@tandem/domain/core/searched-records';
import { uses } from '@tandem/domain/core/use-case';
import type { Stems } from '@tandem/domain/search/search-document';
import { type Concerned, type IndexedDocument, SearchIndex } from '@tandem/domain/search/search-index.port';
import { advisoryLock, ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { Database } from '@tandem/platform/postgres/database';
import { recordset } from '@tandem/platform/store/recordset';
import { SqlStems } from './sql-stems.js';

const maxRows = 500;
const columns = Object.entries({
  entity_id: 'uuid',
  title_folded: 'text',
  lexemes: 'tsvector',
  is_closed: 'boolean',
  updated_at: 'timestamptz',
}).map(([name, type]) => ({ name, type, isJson: false }));

const put = (source: string) => `insert into search_documents as t
    (tenant_id, entity_type, entity_id, title_folded, lexemes, is_closed, updated_at)
  select $1, $2, g.entity_id, g.title_folded, g.lexemes, g.is_closed, g.updated_at from ${source} order by g.entity_id
  on conflict (tenant_id, entity_type, entity_id) do update set title_folded = excluded.title_folded,
    lexemes = excluded.lexemes, is_closed = excluded.is_closed, updated_at = excluded.updated_at
  where (t.title_folded, t.lexemes, t.is_closed, t.updated_at)
    is distinct from (excluded.title_folded, excluded.lexemes, excluded.is_closed, excluded.updated_at)`;

const names = `select distinct l.lexeme as word from search_documents t, unnest(t.lexemes) l
  where ${ofTenant()} and t.entity_type = $2 and t.entity_id = any($3::uuid[]) and l.weights && array['A', 'B']`;
const drop = `delete from search_words t where ${ofTenant()} and t.word = any($2)`;
const dropUnused = `${drop} and not exists (select from search_documents_matching(
  ('''' || replace(replace(t.word, '\\', '\\\\'), '''', '''''') || ''':AB')::tsquery, $3, true, 1))`;

/** A day is precise enough to forget words that no record has, and spares writing common ones again and again. */
const putNames = `insert into search_words as t (tenant_id, word, last_seen) select $1, word, now()
    from unnest($2::text[]) as word
  on conflict (tenant_id, word) do update set last_seen = excluded.last_seen
  where t.last_seen < excluded.last_seen - interval '1 day'`;

/** $4: types of records with text of others, and where their JSON names those; $5: those with a name. */
const concerned = `select distinct t.resource_type as type,
    coalesce((t.data ->> ($4::jsonb ->> t.resource_type))::uuid, t.resource_id) as id,
    coalesce(t.metadata -> 'changes' ? ($5::jsonb ->> t.resource_type) or t.metadata ? 'truncated', false) as renamed
  ${rowsOf('events')} and t.sequence between $2 and $3 and t.resource_type = any($6) and t.resource_id is not null`;

export class SqlSearchIndex extends uses(
  { database: Database, known: SqlStems, records: SearchedRecords },
  SearchIndex,
) {
  async lock(): Promise<void> {
    await this.database.batch([advisoryLock('search index')]);
  }

  async put(type: string, documents: readonly IndexedDocument[]): Promise<void> {
    for (let from = 0; from < documents.length; from += maxRows) {
      const rows = documents
        .slice(from, from + maxRows)
        .map(({ id, title, lexemes, isClosed, updatedAt }) => [id, title, lexemes, isClosed, updatedAt]);
      const { source, value } = recordset(columns, rows, 3);
      await this.database.queryOfTenant(put(source), type, value);
    }
  }

  async remove(type: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const which = 't.entity_type = $2 and t.entity_id = any($3::uuid[])';
    await this.database.queryOfTenant(`delete from search_documents t where ${ofTenant()} and ${which}`, type, ids);
  }

  async namesOf(type: string, ids: readonly string[]): Promise<string[]> {
    return (await this.database.queryOfTenant(names, type, ids)).map(({ word }) => word as string);
  }

  async dropNames(words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    const [found] = await this.database.query(`select to_regproc('search_documents_matching') is not null as "isOn"`);
    const types = this.records.types.map(({ name }) => name);
    if (found!.isOn) await this.database.queryOfTenant(dropUnused, words, types);
    else await this.database.queryOfTenant(drop, words);
  }

  async putNames(words: readonly string[]): Promise<void> {
    if (words.length) await this.database.queryOfTenant(putNames, words);
  }

  stems(words: Iterable<string>, languages: readonly string[]): Promise<Stems> {
    return this.known.of(words, languages);
  }

  async concerned({ from, to }: EventRange, { types, parts, names }: SearchedRecords): Promise<Concerned[]> {
    const known = new Set([...types.map(({ name }) => name), ...Object.keys(parts), ...Object.keys(names)]);
    const fieldsOf = (of: Readonly<Record<string, { field: string }>>) =>
      JSON.stringify(Object.fromEntries(Object.entries(of).map(([type, { field }]) => [type, field])));
    const values = [from, to, fieldsOf(parts), fieldsOf(names), [...known]];
    const rows = await this.database.queryOfTenant(concerned, ...values);
    return (rows as { type: string; id: string; renamed: boolean }[]).flatMap(({ type, id, renamed }) => [
      ...(parts[type] || types.some(({ name }) => name === type) ? [{ type: parts[type]?.of ?? type, id }] : []),
      ...(renamed && names[type] ? [{ type: names[type].in, id: null }] : []),
    ]);
  }

  async forgetNames(before: Date): Promise<void> {
    await this.database.queryOfTenant(
      `delete from search_words t where ${ofTenant()} and t.last_seen < $2::timestamptz - interval '1 day'`,
      before,
    );
  }
}
