import { asOwner } from './temporary-postgres.js';

export interface TableFacts {
  name: string;
  owner: string;
  isForced: boolean;
  policies: number;
  /** Partitions follow the rules of their parent. */
  isPartition: boolean;
}

export interface KeyFacts {
  table: string;
  name: string;
  kind: 'primary key' | 'unique' | 'foreign key';
  columns: string[];
}

export interface ColumnFacts {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
}

/** Every table of schema public, with its row-level security. */
export const tablesOf = (url: string): Promise<TableFacts[]> =>
  asOwner<TableFacts & Record<string, unknown>>(
    url,
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner,
      c.relrowsecurity and c.relforcerowsecurity as "isForced",
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies, c.relispartition as "isPartition"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
  );

/** Every primary key, unique constraint, unique index and foreign key of schema public, with its columns in order. */
export const keysOf = (url: string): Promise<KeyFacts[]> =>
  asOwner<KeyFacts & Record<string, unknown>>(
    url,
    `select c.relname as table, k.conname as name, 'foreign key' as kind,
       (select json_agg(a.attname order by p.place) from unnest(k.conkey) with ordinality p (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number) as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and k.contype = 'f'
     union all
     select c.relname, i.relname, case when x.indisprimary then 'primary key' else 'unique' end,
         (select json_agg(pg_get_indexdef(x.indexrelid, place, true) order by place)
           from generate_series(1, x.indnkeyatts) place)
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and x.indisunique`,
  );

export const columnsOf = (url: string): Promise<ColumnFacts[]> =>
  asOwner<ColumnFacts & Record<string, unknown>>(
    url,
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );

/**
 * The only tables without row-level security: those read before the tenant is known, and `subscriptions`, the jobs of
 * the program.
 */
export const tenantlessTables = ['api_key_hashes', 'invitation_hashes', 'subscriptions', 'tenant_slugs'] as const;
