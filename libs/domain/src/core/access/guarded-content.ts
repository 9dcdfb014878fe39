import { Extension } from '../extensions.js';
import { Rendered } from '../page.js';
import type { Domain } from '../vocabulary.js';
import type { Rights } from './rights.js';

/** Fields that only some readers of a record may see. */
export abstract class GuardedContent extends Extension {
  abstract readonly resourceType: string;
  /** Wire names of nullable fields; the record also has a field `content_hidden`. */
  abstract readonly fields: readonly string[];

  /** By id of each record with content hidden from the reader: the domains whose read access would reveal it. */
  abstract hiddenFrom(reader: Rights, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Domain[]>>;

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

  withheld(record: object): object {
    return { ...record, ...Object.fromEntries(this.fields.map((field) => [field, null])), content_hidden: true };
  }
}

export interface Subject {
  resourceType: string;
  id: string;
}
