import { applicationRole, sweeperRole } from '../postgres/connection.js';

/**
 * Rules that every row of a table keeps, whoever writes it: a row that makes one of them false is refused, and as in any CHECK null
 * makes none false. They stand in a function: PostgreSQL reads a CHECK anew from its stored text for each statement that writes to the
 * table, but a function once in a session. For tables of which a statement writes one row. Whoever drops or retypes one of the columns
 * states the rules anew: with a column, PostgreSQL drops the constraint that names it, and all of them are gone.
 */
export const rowRules = (
  table: string,
  columns: Readonly<Record<string, string>>,
  rules: readonly string[],
): string => `
    create function ${table}_keep_rules(${Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')}) returns boolean language plpgsql immutable parallel safe as $$
    begin
      return ${rules.map((rule) => `(${rule})`).join(' and ')};
    end $$;
    grant execute on function ${table}_keep_rules to ${applicationRole}, ${sweeperRole};
    alter table ${table} add constraint ${table}_rules check (${table}_keep_rules(${Object.keys(columns).join(', ')}));`;

/** For after the table is dropped; a database that was made before its rules stood in a function has none. */
export const dropRowRules = (table: string): string => `drop function if exists ${table}_keep_rules`;
