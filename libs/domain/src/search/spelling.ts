/** Up to this length a word may have one slip, above two. */
const maxShort = 7;

/** Whether a word may be meant by a misspelt one: letters missing, added, replaced or swapped with a neighbour. */
export function mayMean(misspelt: string, word: string): boolean {
  const [from, to] = [[...misspelt], [...word]];
  const isSwapped = from[0] === to[1] && from[1] === to[0];
  if (from[0] !== to[0] && !isSwapped) return false;
  return slips(from, to) <= (from.length > maxShort ? 2 : 1);
}

/** The optimal string alignment distance: a swap of neighbours counts as one. */
export function slips(from: readonly string[], to: readonly string[]): number {
  const rows = [to.map((_, j) => j + 1)];
  rows[0]!.unshift(0);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const [above, left, diagonal] = [rows[i - 1]![j]!, row[j - 1]!, rows[i - 1]![j - 1]!];
      const best = Math.min(above + 1, left + 1, diagonal + (from[i - 1] === to[j - 1] ? 0 : 1));
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(isSwap ? Math.min(best, rows[i - 2]![j - 2]! + 1) : best);
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
