import { GuardedContent } from '../core/access/guarded-content.js';
import { readableBeyond, type UnseenProjects } from '../core/access/reading.js';
import type { Rights } from '../core/access/rights.js';
import type { Domain } from '../core/vocabulary.js';
import { delegatedRightsOf, type RightsCopy } from './delegation.js';

export interface Delegated extends UnseenProjects {
  id: string;
  rights: RightsCopy;
}

/** Visible only to readers who may read everything that each delegator may: docs/decisions/0013. */
export abstract class DelegatedContents extends GuardedContent {
  async hiddenFrom(reader: Rights, ids: readonly string[]): Promise<Map<string, Domain[]>> {
    const hidden = new Map<string, Domain[]>();
    if (reader.isUnlimited || ids.length === 0) return hidden;
    for (const { id, rights, ...unseen } of await this.delegated(reader, ids)) {
      const beyond = delegatedRightsOf(rights).flatMap((one) => readableBeyond(reader, one, unseen));
      if (beyond.length > 0) hidden.set(id, [...new Set(beyond)]);
    }
    return hidden;
  }

  protected abstract delegated(reader: Rights, ids: readonly string[]): Promise<Delegated[]>;
}
