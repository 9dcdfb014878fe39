import { uses } from '../../core/use-case.js';
import { contactKinds } from '../../contacts/contact.js';
import { type ContactFilters, Contacts } from '../../contacts/contacts.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { duplicatesAmong, likenesses } from './contact-likeness.js';
import { count, inputOf, listOf, more, outputOf, text, uuid } from './schemas.js';

const fields = ['id', 'displayName', 'kind', 'createdAt', 'contactChannels'] as const;
const maxRead = 2000;
const maxGroups = 50;
const maxLikenesses = 5;
const maxTextLength = 100;

/** Reports likely duplicates; members decide whether to merge them. */
export class ContactDedupe extends uses({ contacts: Contacts }, Blueprint) {
  readonly slug = 'contact-dedupe';
  readonly title = 'Report contacts that may be duplicates';
  readonly inputSchema = inputOf({ kind: { enum: [...contactKinds], description: 'Only contacts of this kind.' } });
  readonly outputSchema = outputOf({
    contacts_read: count,
    groups: {
      ...listOf({
        alike: listOf({ by: { enum: [...likenesses] }, value: text }),
        contacts: listOf({ contact_id: uuid, display_name: text }),
      }),
      description: 'Groups that are alike in the most ways first; within each, the oldest contacts first.',
    },
    more: { ...more, description: 'True if there are more contacts or groups than one run reports.' },
  });
  override readonly access = ['contacts:read'] as const;

  run({ input, read }: RunContext<ContactFilters>): Promise<unknown> {
    return read('compare the contacts', async () => {
      const found = await this.contacts.pick(fields, input, maxRead + 1);
      const contacts = found.slice(0, maxRead);
      const groups = duplicatesAmong(contacts);
      return {
        contacts_read: contacts.length,
        groups: groups.slice(0, maxGroups).map(({ alike, contacts }) => ({
          alike: alike.slice(0, maxLikenesses).map(({ by, value }) => ({ by, value: value.slice(0, maxTextLength) })),
          contacts: contacts.map(({ id, displayName }) => ({
            contact_id: id,
            display_name: displayName.slice(0, maxTextLength),
          })),
        })),
        more: found.length > maxRead || groups.length > maxGroups,
      };
    });
  }
}
