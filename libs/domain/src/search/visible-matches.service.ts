import { GuardedContents } from '../core/access/guarded-contents.service.js';
import { currentScope } from '../core/scope.js';
import { SearchedRecords, type Within } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
import { byType } from './by-type.js';
import type { Stems } from './search-document.js';
import { type Candidate, type SearchedIn, SearchMatches } from './search-matches.port.js';
import type { SearchQuery } from './search-query.js';

export interface Wanted extends SearchedIn {
  within: Within;
  /** Only candidates behind this one. */
  after?: Candidate | undefined;
  size: number;
}

const maxCandidates = 2000;
const maxLookedAt = 5000;
/** Records whose visibility one round trip asks for: more once the first were hidden. */
const chunks = [100, 1000];
/** Above this group, a match is in text that some readers of the record may not see. */
const maxOpenGroup = 4;

/** The candidates that the caller sees, by the rights and the state that the records have now. */
export class VisibleMatches extends uses({
  matches: SearchMatches,
  records: SearchedRecords,
  contents: GuardedContents,
}) {
  async find(query: SearchQuery, stems: Stems, wanted: Wanted): Promise<Candidate[]> {
    if (query.wanted.length === 0 || wanted.types.length === 0) return [];
    const first = await this.matches.find(query, stems, wanted, maxCandidates);
    const visible = await this.visible(first.all, query, wanted);
    if (visible.length >= wanted.size || !first.isCut) return visible;
    const more = await this.matches.find(query, stems, wanted, maxLookedAt);
    return this.visible(more.all, query, wanted);
  }

  private async visible(candidates: readonly Candidate[], query: SearchQuery, wanted: Wanted): Promise<Candidate[]> {
    const { after, size, within } = wanted;
    const behind = after ? candidates.filter((one) => inOrder(after, one) < 0) : candidates;
    const visible: Candidate[] = [];
    for (let from = 0, turn = 0; from < behind.length && visible.length < size; turn++) {
      const chunk = behind.slice(from, (from += chunks[Math.min(turn, chunks.length - 1)]!));
      const seen = await this.seen(chunk, within);
      visible.push(...(await this.withoutGuarded(chunk.filter(seen), query)));
    }
    return visible.slice(0, size);
  }

  private async seen(candidates: readonly Candidate[], within: Within): Promise<(one: Candidate) => boolean> {
    const seen = await byType(candidates, (type, ids) => this.records.seen(type, ids, within));
    return ({ type, id }) => seen.get(type)!.has(id);
  }

  /** Leaves out records that match, or with a minus would not match, by content hidden from the caller. */
  private async withoutGuarded(candidates: readonly Candidate[], query: SearchQuery): Promise<Candidate[]> {
    const { rights } = currentScope();
    const subjects = candidates.map(({ type: resourceType, id }) =>
      this.contents.guards(resourceType) ? { resourceType, id } : undefined,
    );
    if (rights.isUnlimited || !subjects.some(Boolean)) return [...candidates];
    const hidden = await this.contents.hiddenFrom(rights, subjects);
    return candidates.filter(({ group }, index) => !hidden[index] || (group <= maxOpenGroup && !query.hasNegatives));
  }
}

/** Negative if `a` comes before `b`. */
function inOrder(a: Candidate, b: Candidate): number {
  return (
    a.group - b.group ||
    Number(a.isClosed) - Number(b.isClosed) ||
    b.rank - a.rank ||
    b.updated - a.updated ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
