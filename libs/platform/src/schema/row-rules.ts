import { applicationRole, sweeperRole } from '../postgres/connection.js';

/** In a function, which is parsed once a session. A migration that drops or retypes a column must add them again. */
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
