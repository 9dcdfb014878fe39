import { applicationRole, searcherRole } from '@tandem/platform/postgres/connection';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

const matching = 'search_documents_matching(tsquery, text[], boolean, int)';
const similar = 'search_words_like(text, int)';
const ofTenant = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;

const readable = (table: string) => `
      create policy ${table}_of_searcher on ${table} for select to ${searcherRole} using (true);
      grant select on ${table} to ${searcherRole};`;

/** They run as a role without row-level security, so the tenant comes from its setting and from nowhere else. */
const functions = `
      create function search_documents_matching(wanted tsquery, types text[], with_closed boolean, most int)
        returns setof search_documents language plpgsql stable security definer
        set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
      begin
        return query select d.* from public.search_documents d
          where d.${ofTenant} and d.lexemes @@ wanted and d.entity_type = any(types)
            and (with_closed or not d.is_closed)
          order by d.updated_at desc limit most;
      end $$;
      create function search_words_like(misspelt text, most int)
        returns table (found text) language plpgsql stable security definer
        set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
      begin
        return query select w.word from public.search_words w where w.${ofTenant} and w.word % misspelt
          order by similarity(w.word, misspelt) desc, w.word limit most;
      end $$;`;

const owned = [matching, similar].map(
  (name) => `
      alter function ${name} owner to ${searcherRole};
      revoke execute on function ${name} from public;
      grant execute on function ${name} to ${applicationRole};`,
);

/** A failure undoes all of it. The owner has to become a member of the role, which may create functions meanwhile. */
const index = `
  do $index$
  begin
      create extension if not exists btree_gin;
      create extension if not exists pg_trgm;
      create index search_documents_by_lexeme on search_documents using gin (tenant_id, lexemes)
        with (fastupdate = off);
      create index search_words_by_trigram on search_words using gin (tenant_id, word gin_trgm_ops);
      ${readable('search_documents')}
      ${readable('search_words')}
      ${functions}
      begin
        execute format('grant ${searcherRole} to %I', current_user);
      exception when insufficient_privilege then null; -- an administrator did
      end;
      grant create on schema public to ${searcherRole};
      ${owned.join('')}
      revoke create on schema public from ${searcherRole};
  exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
      raise notice 'search is off: %', sqlerrm;
  end $index$`;

const notice =
  'search is off: the database has no extensions btree_gin and pg_trgm; ' +
  'see the section on search in docs/operations.md';

export class IndexSearch1796000000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(index);
    const [found] = (await runner.query(`select to_regprocedure('${similar}') is null as "isOff"`)) as {
      isOff: boolean;
    }[];
    if (found!.isOff) process.stderr.write(`${notice}\n`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function if exists ${matching};
      drop function if exists ${similar};
      drop policy if exists search_documents_of_searcher on search_documents;
      drop policy if exists search_words_of_searcher on search_words;
      revoke all on search_documents, search_words from ${searcherRole};
      drop index if exists search_documents_by_lexeme, search_words_by_trigram`);
  }
}
