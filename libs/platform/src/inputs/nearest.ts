import { closestMatch } from 'leven';

const longest = 40;

/** The known word that differs by the fewest letters, at most by `most`; undefined where none is that near. */
export function nearest(word: string, known: readonly string[], most = mostFor(word)): string | undefined {
  return word.length > longest ? undefined : closestMatch(word, [...known], { maxDistance: most });
}

/** One in three letters, but two in a short word: letters in the wrong order are two. */
const mostFor = ({ length }: string) => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));
