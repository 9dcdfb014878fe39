import { uses } from '../core/use-case.js';
import { Entities, maySee } from '../core/entities.js';
import type { Faults } from '../core/errors.js';
import { Members } from '../members/members.port.js';
import { Tenants } from '../tenants/tenants.port.js';
import type { DealFields } from './deal.js';

/** What a deal takes from elsewhere. Lock order: contacts, then pipelines, then deals. */
export class DealReferences extends uses({ members: Members, entities: Entities, tenants: Tenants }) {
  async defaultCurrency(): Promise<string> {
    return (await this.tenants.current()).currency;
  }

  /**
   * Locks the contacts against merging and replaces merged ones by their survivors. Contacts that the deal has already
   * are accepted even if they were deleted.
   */
  async check<F extends DealFields>(fields: F, faults: Faults, known: readonly string[] = []): Promise<F> {
    const { ownerId, contactIds } = fields;
    if (ownerId && !(await this.members.find(ownerId))?.isActive) faults.missing('owner_id');
    return contactIds ? { ...fields, contactIds: await this.lockContacts(contactIds, faults, known) } : fields;
  }

  private async lockContacts(ids: readonly string[], faults: Faults, known: readonly string[]): Promise<string[]> {
    const locked = new Map<string, string>();
    for (const id of [...new Set(ids)].sort()) {
      const found = maySee('contact') ? await this.entities.lockedIdOf('contact', id) : undefined;
      const contact = found ?? known.find((one) => one === id);
      if (contact) locked.set(id, contact);
    }
    return ids.flatMap((id, index) => {
      const contact = locked.get(id);
      if (!contact) faults.missing(`contact_ids/${index}`);
      return contact ?? [];
    });
  }
}
