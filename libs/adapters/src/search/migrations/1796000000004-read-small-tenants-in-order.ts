import { SqlMigration } from '@tandem/platform/schema/sql-migration';

const rows = `public.search_documents d where d.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;
const filtered = `d.entity_type = any(types) and (with_closed or not d.is_closed)
            order by d.updated_at desc limit most`;
/** Reading this many takes about ten milliseconds. */
const maxReadInOrder = 2000;

/**
 * For a prefix, the index of words collects the rows of all tenants before those of one: the search of a small tenant
 * reads its own rows instead.
 */
const matching = `
      create or replace function
        search_documents_matching(wanted tsquery, types text[], with_closed boolean, most int)
        returns setof search_documents language plpgsql stable security definer
        set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
      begin
        if strpos(wanted::text, ':*') = 0
          or exists (select from ${rows} order by d.updated_at desc offset ${maxReadInOrder} limit 1) then
          return query select d.* from ${rows} and d.lexemes @@ wanted and ${filtered};
        else
          return query select d.* from (select d.* from ${rows} offset 0) d where d.lexemes @@ wanted and ${filtered};
        end if;
      end $$;`;

export class ReadSmallTenantsInOrder1796000000004 extends SqlMigration {
  /** The function is missing where the extensions that it needs were refused. */
  protected readonly change = `
  do $do$
  begin
    if to_regproc('search_documents_matching') is not null then ${matching}
    end if;
  end $do$`;
  /** Earlier versions work with it too. */
  protected readonly undo = '';
}
