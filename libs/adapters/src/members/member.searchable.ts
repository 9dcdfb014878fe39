import type { Searchable } from '@tandem/platform/feature/feature';
import { memberView } from './member.fields.js';

export const memberSearchable: Searchable = {
  type: 'member',
  domain: 'members',
  path: '/members/{id}',
  view: memberView,
  title: 't.name',
  channels: 'array[t.email]',
  isClosed: 'not t.is_active',
};
