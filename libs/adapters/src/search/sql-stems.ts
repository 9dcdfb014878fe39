import type { Stems } from '@tandem/domain/search/search-document';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

/** A quarter of a second of indexing asks for most words of a language only once. */
const maxKnown = 100_000;

/** The stems of words from the dictionaries of PostgreSQL, which depend on nothing else. */
export class SqlStems extends uses({ database: Database }) {
  private readonly known = new Map<string, Map<string, readonly string[]>>();

  async of(words: Iterable<string>, languages: readonly string[]): Promise<Stems> {
    const wanted = new Set(words);
    const stems = new Map<string, readonly string[]>();
    for (const language of languages) {
      const known = this.knownIn(language);
      await this.learn(
        [...wanted].filter((word) => !known.has(word)),
        language,
        known,
      );
      for (const word of wanted) stems.set(word, [...(stems.get(word) ?? []), ...(known.get(word) ?? [])]);
    }
    return stems;
  }

  private async learn(words: readonly string[], language: string, known: Map<string, readonly string[]>) {
    if (words.length === 0) return;
    const text = 'select word, ts_lexize($1::regdictionary, word) as stems from unnest($2::text[]) as word';
    const rows = await this.database.query(text, [`${language}_stem`, words]);
    if (known.size > maxKnown) known.clear();
    for (const { word, stems } of rows) known.set(word as string, (stems as string[] | null) ?? []);
  }

  private knownIn(language: string): Map<string, readonly string[]> {
    const known = this.known.get(language) ?? new Map<string, readonly string[]>();
    this.known.set(language, known);
    return known;
  }
}
