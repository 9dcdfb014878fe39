import { Extension } from '../extensions.js';
import { Rendered } from '../page.js';
import type { Domain } from '../vocabulary.js';
import type { Rights } from './rights.js';

/** Fields of a kind of record that not everybody who may read the record may see. */
export abstract class GuardedContent extends Extension {
  /** First part of the types of its events, such as `agent_run`. */
  abstract readonly noun: string;
  /** Wire names of the fields; null is a value of each. The record has a field `content_hidden` as well. */
  abstract readonly fields: readonly string[];

  /** Which of these records hide their content from the reader, by id, with the domains that they would have to be able to read. */
  abstract hiddenFrom(reader: Rights, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Domain[]>>;

  /** The records as the reader may see them. */
  async shownTo(reader: Rights, records: readonly Rendered[]): Promise<readonly Rendered[]> {
    if (reader.isUnlimited) return records;
    const parsed = records.map(({ json }) => JSON.parse(json) as { id: string });
    const hidden = await this.hiddenFrom(
      reader,
      parsed.map(({ id }) => id),
    );
    return records.map((record, i) =>
      hidden.has(parsed[i]!.id) ? new Rendered(JSON.stringify(this.withheld(parsed[i]!))) : record,
    );
  }

  /** The record, as its view shows it, without the content. */
  withheld(record: object): object {
    return { ...record, ...Object.fromEntries(this.fields.map((field) => [field, null])), content_hidden: true };
  }
}

/** A record that something is about: what a feature says of another one's record names it so. */
export interface Subject {
  noun: string;
  id: string;
}
