import { applicationRole, sweeperRole } from '../postgres/connection.js';

/**
 * Adds rules for the rows of a table; as in any CHECK, null passes. They are in a function, which PostgreSQL parses
 * once a session, but a CHECK for each statement that writes; worthwhile for tables written row by row. A migration
 * that drops or retypes one of the columns must add the rules again: PostgreSQL drops all of them with the column.
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
    alter table ${table} add constraint ${table}_rules
      check (${table}_keep_rules(${Object.keys(columns).join(', ')}));`;

/** For use after the table is dropped; older databases have no such function. */
export const dropRowRules = (table: string): string => `drop function if exists ${table}_keep_rules`;
