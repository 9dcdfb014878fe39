import { needing } from '../../core/use-case.js';
import { contactKinds } from '../../contacts/contact.js';
import { type ContactFilters, Contacts } from '../../contacts/contacts.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { doublesAmong, likenesses } from './contact-likeness.js';
import { count, inputOf, listOf, more, outputOf, text, uuid } from './schemas.js';

const fields = ['id', 'displayName', 'kind', 'createdAt', 'contactChannels'] as const;
const mostRead = 2000;
const mostGroups = 50;
const mostLikenesses = 5;
const longestText = 100;

/** Tells which contacts may be one and the same; people decide whether to merge them. */
export class ContactDedupe extends needing({ contacts: Contacts }, Blueprint) {
  readonly slug = 'contact-dedupe';
  readonly title = 'Report contacts that may be one and the same';
  readonly inputSchema = inputOf({ kind: { enum: [...contactKinds], description: 'Only contacts of this kind.' } });
  readonly outputSchema = outputOf({
    contacts_read: count,
    groups: {
      ...listOf({
        alike: listOf({ by: { enum: [...likenesses] }, value: text }),
        contacts: listOf({ contact_id: uuid, display_name: text }),
      }),
      description: 'Those that are alike in most ways first; the contacts of each the oldest first.',
    },
    more: { ...more, description: 'True when there are more contacts or groups than one run reports.' },
  });
  override readonly access = ['contacts:read'] as const;

  run({ input, read }: RunContext<ContactFilters>): Promise<unknown> {
    return read('compare the contacts', async () => {
      const found = await this.contacts.pick(fields, input, mostRead + 1);
      const contacts = found.slice(0, mostRead);
      const groups = doublesAmong(contacts);
      return {
        contacts_read: contacts.length,
        groups: groups.slice(0, mostGroups).map(({ alike, contacts }) => ({
          alike: alike.slice(0, mostLikenesses).map(({ by, value }) => ({ by, value: value.slice(0, longestText) })),
          contacts: contacts.map(({ id, displayName }) => ({
            contact_id: id,
            display_name: displayName.slice(0, longestText),
          })),
        })),
        more: found.length > mostRead || groups.length > mostGroups,
      };
    });
  }
}
