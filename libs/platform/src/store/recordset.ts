/** A column and its type; JSON values are given as text. */
export interface TypedColumn {
  name: string;
  type: string;
  isJson: boolean;
}

/** Passes many rows as one parameter, to select from as `g`; null values are left out. */
export function recordset(columns: readonly TypedColumn[], rows: readonly (readonly unknown[])[], parameter: number) {
  const defined = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  const source = `json_to_recordset($${parameter}::json) as g (${defined})`;
  return { source, value: `[${rows.map((row) => recordOf(columns, row)).join()}]` };
}

function recordOf(columns: readonly TypedColumn[], row: readonly unknown[]): string {
  const fields = columns.flatMap(({ name, isJson }, i) => {
    const value = row[i];
    if (value === null || value === undefined) return [];
    return `"${name}":${isJson ? (value as string) : JSON.stringify(value)}`;
  });
  return `{${fields.join()}}`;
}
