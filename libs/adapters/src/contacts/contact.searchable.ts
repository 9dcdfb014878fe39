import type { Searchable } from '@tandem/platform/feature/feature';
import { contactView } from './contact.fields.js';

const addresses = `array(select unnest(array[c.value, nullif(c.normalized_value, c.value)]) from contact_channels c
  where c.tenant_id = t.tenant_id and c.contact_id = t.id order by c.id)`;
const otherNames = 'array[t.nickname, t.given_name, t.middle_name, t.family_name]';

export const contactSearchable: Searchable = {
  type: 'contact',
  domain: 'contacts',
  path: '/contacts/{id}',
  view: contactView,
  title: 't.display_name',
  channels: addresses,
  tags: otherNames,
  body: 't.bio',
};
