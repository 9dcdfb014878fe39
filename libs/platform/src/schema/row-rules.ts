/**
 * Rules that every row of a table keeps, whoever writes it: a row that makes one of them false is refused, and as in any CHECK null
 * makes none false. They stand in a function, since PostgreSQL reads a CHECK anew from its stored text for each statement that writes
 * to the table, which takes longer than all the rest of it, but a function once in a session. For tables written row by row.
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
    alter table ${table} add constraint ${table}_rules check (${table}_keep_rules(${Object.keys(columns).join(', ')}));`;

/** To be called behind the table. */
export const dropRowRules = (table: string): string => `drop function ${table}_keep_rules`;
