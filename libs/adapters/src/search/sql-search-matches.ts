import { DomainError } from '@tandem/domain/core/errors';
import { idForm } from '@tandem/domain/core/id';
import { currentScope } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { IndexEvents } from '@tandem/domain/search/index-events';
import type { Stems } from '@tandem/domain/search/search-document';
import {
  type Candidate,
  type Candidates,
  type SearchedIn,
  SearchMatches,
} from '@tandem/domain/search/search-matches.port';
import type { SearchQuery } from '@tandem/domain/search/search-query';
import type { Row } from '@tandem/platform/postgres/batch';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { position, withCursor } from '../access/subscription-cursors.js';
import { SqlStems } from './sql-stems.js';

const maxExact = 20;
const maxSimilar = 50;

/**
 * $2 the types, $3 whether closed records count, $4 the query, $5 the most matches, $6 the identifier as a query, $7 an
 * id, $8 the title, $9 the query in titles, $10 in titles, tags and descriptions.
 */
const find = `with main as materialized (select * from search_documents_matching($4::tsquery, $2, $3, $5)),
  exact as materialized (
    select * from search_documents_matching($6::tsquery, $2, $3, ${maxExact})
    union select t.* ${rowsOf('search_documents')} and t.entity_type = any($2) and t.entity_id = $7::uuid
      and ($3 or not t.is_closed))
  select entity_type as type, entity_id as id, is_closed as "isClosed", "group", rank,
    (extract(epoch from updated_at) * 1000000)::bigint as updated, (select count(*) = $5 from main) as "isCut"
  from (
    select x.entity_type, x.entity_id, x.is_closed, x.updated_at, 1 as "group", 0::float8 as rank from exact x
    union all
    select m.entity_type, m.entity_id, m.is_closed, m.updated_at,
      case when m.title_folded = $8 then 2 when m.lexemes @@ $9::tsquery then 3 when m.lexemes @@ $10::tsquery then 4
        else 5 end,
      ts_rank_cd(m.lexemes, $4::tsquery)
    from main m where not exists (
      select from exact x where x.entity_type = m.entity_type and x.entity_id = m.entity_id)) found
  order by "group", is_closed, rank desc, updated_at desc, entity_id`;

/** What the subscription has behind it; everything, if nothing waits for it. */
const through = `select coalesce(
  (select ${position} from ${withCursor} where ${ofTenant('w')} and w.subscription = $2),
  (select t.last ${rowsOf('event_counters')}), 0) as through`;

const undefinedFunction = '42883';
const isId = new RegExp(`^${idForm}$`);

export class SqlSearchMatches extends uses({ database: Database, known: SqlStems }, SearchMatches) {
  async find(query: SearchQuery, stems: Stems, { types, withClosed }: SearchedIn, max: number): Promise<Candidates> {
    const { text, title, identifier } = query;
    const id = isId.test(text.trim()) ? text.trim() : null;
    const [inTitle, inShort] = [query.within('A', stems), query.within('ABC', stems)];
    const values = [types, withClosed, query.expression(stems), max, identifier, id, title, inTitle, inShort];
    const rows = await this.searched(find, ...values);
    return { all: rows as unknown as Candidate[], isCut: rows[0]?.isCut === true };
  }

  stems(words: Iterable<string>, languages: readonly string[]): Promise<Stems> {
    return this.known.of(words, languages);
  }

  async similar(word: string): Promise<string[]> {
    // The tenant is that of the setting; it is named here for the statement's first parameter.
    const text = `select found from search_words_like($2, ${maxSimilar}) where $1::uuid is not null`;
    return (await this.searched(text, word)).map(({ found }) => found as string);
  }

  async indexedThrough(): Promise<number> {
    return (await this.database.queryOfTenant(through, IndexEvents.name))[0]!.through as number;
  }

  encode(where: unknown, list: string): string {
    return this.database.cursors.encode({ key: JSON.stringify(where), id: '' }, list, currentScope().tenantId);
  }

  decode(cursor: string, list: string): unknown {
    return JSON.parse(this.database.cursors.decode(cursor, list, currentScope().tenantId).key);
  }

  /** The functions are missing where the extensions that they need were refused. */
  private async searched(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.queryOfTenant(text, ...values);
    } catch (error) {
      if ((error as { code?: string }).code !== undefinedFunction) throw error;
      throw new DomainError('unavailable', 'search_unavailable', 'This installation has no search.');
    }
  }
}
