/** The text before each lock of a statement, within the statement or its innermost brackets. */
export const locking = (statement: string): string[] =>
  [...statement.matchAll(/\bfor (?:no key update|update|share|key share)\b/g)].map(({ index }) => {
    let start = index;
    for (let depth = 0; start > 0 && depth >= 0; start--) depth += { ')': 1, '(': -1 }[statement[start - 1]!] ?? 0;
    return statement.slice(start, index);
  });
