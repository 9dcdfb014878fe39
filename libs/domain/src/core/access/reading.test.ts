import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { readableBeyond } from './reading.js';
import { type Level, type ResourceFilter, Rights, type Role } from './rights.js';

const one = { project_ids: ['1'] };
const two = { project_ids: ['1', '2'] };
const none = { any: false, named: false };
const foreign = { any: true, named: false };
const named = { any: true, named: true };

const may = (role: Role, accessLevel: Level, resourceFilter: ResourceFilter | null = null) =>
  new Rights(role, [{ domain: 'tasks', accessLevel, resourceFilter }], ['tasks:write']);

describe('domains in which rights read more than a reader', () => {
  it.each([
    ['none for a viewer with the same access', may('member', 'write'), new Rights('viewer', []), none, []],
    ['a domain closed to the reader', may('member', 'write'), may('member', 'none'), none, ['tasks']],
    [
      'a domain outside the reader’s scopes',
      may('owner', 'read'),
      new Rights('owner', [], ['notes:read']),
      none,
      ['tasks'],
    ],
    ['all projects compared to one', may('member', 'write'), may('owner', 'write', one), none, ['tasks']],
    ['none if the reader has more projects', may('member', 'write', one), may('member', 'read', two), named, []],
    ['two projects compared to one', may('member', 'write', two), may('member', 'read', one), none, ['tasks']],
    ['private projects hidden from a member', may('owner', 'read'), new Rights('member', []), foreign, ['tasks']],
    ['none if no unseen private project is named', may('member', 'read', one), new Rights('member', []), foreign, []],
    ['an unseen private project that is named', may('member', 'read', one), new Rights('member', []), named, ['tasks']],
    ['none for an administrator', may('owner', 'read'), new Rights('admin', []), named, []],
  ])('%s', (...[, rights, reader, unseen, domains]) => {
    expect(tandem.within(() => readableBeyond(reader, rights, unseen))).toEqual(domains);
  });
});
