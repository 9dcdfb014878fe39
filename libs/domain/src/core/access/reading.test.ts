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

describe('what rights read beyond a reader', () => {
  it.each([
    ['nothing beyond a viewer of as much', may('member', 'write'), new Rights('viewer', []), none, []],
    ['a domain that is closed to the reader', may('member', 'write'), may('member', 'none'), none, ['tasks']],
    ['one that the scopes leave out', may('owner', 'read'), new Rights('owner', [], ['notes:read']), none, ['tasks']],
    ['all projects beyond one', may('member', 'write'), may('owner', 'write', one), none, ['tasks']],
    ['nothing beyond more projects', may('member', 'write', one), may('member', 'read', two), named, []],
    ['two projects beyond one', may('member', 'write', two), may('member', 'read', one), none, ['tasks']],
    ['private projects that a member does not see', may('owner', 'read'), new Rights('member', []), foreign, ['tasks']],
    ['not the private projects of others', may('member', 'read', one), new Rights('member', []), foreign, []],
    ['a private project that they name', may('member', 'read', one), new Rights('member', []), named, ['tasks']],
    ['nothing beyond an administrator', may('owner', 'read'), new Rights('admin', []), named, []],
  ])('%s', (...[, rights, reader, unseen, domains]) => {
    expect(tandem.within(() => readableBeyond(reader, rights, unseen))).toEqual(domains);
  });
});
