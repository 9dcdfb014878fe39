import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { intersectionOf as intersected, type Policy, Rights } from './rights.js';
import { eventReach as reachOf } from '../events/channels.js';

const on = (
  domain: Policy['domain'],
  resourceFilter: Policy['resourceFilter'],
  accessLevel: Policy['accessLevel'] = 'write',
) => ({
  domain,
  accessLevel,
  resourceFilter,
});
const owner = new Rights('owner', [], ['*']);

const intersectionOf = (all: readonly Rights[]) => tandem.within(() => intersected(all));
const eventReach = (rights: Rights) => tandem.within(() => reachOf(rights));

describe('an intersection of rights', () => {
  it('permits the lowest level in each domain', () => {
    const cut = intersectionOf([
      owner,
      new Rights('member', [], ['tasks:write', 'notes:read']),
      new Rights('viewer', [], ['*']),
    ]);
    const levels = tandem.within(() => (['tasks', 'notes', 'contacts'] as const).map((domain) => cut.level(domain)));
    expect(levels).toEqual(['read', 'read', 'none']);
    expect([cut.role, cut.isAdministrator, cut.scopes]).toEqual(['viewer', false, ['notes:read', 'tasks:read']]);
    expect(cut.coversScope('*')).toBe(false);
  });

  it('is limited to records that all filters name', () => {
    const some = new Rights('member', [on('tasks', { project_ids: ['1', '2'] })], ['*']);
    const others = new Rights('member', [on('tasks', { project_ids: ['2', '3'] })], ['*']);
    expect(intersectionOf([owner, some, others]).filter('tasks')!.project_ids).toEqual(['2']);
    expect(intersectionOf([owner, some]).filter('tasks')!.project_ids).toEqual(['1', '2']);
    expect(intersectionOf([some, owner]).isLimited('tasks')).toBe(true);
    expect(intersectionOf([owner, new Rights('viewer', [], ['*'])]).filter('tasks')).toBeNull();
  });

  it('equals the rights themselves when all are the same', () => {
    expect(intersectionOf([owner, new Rights('owner', [], ['*'])])).toEqual(owner);
  });

  it('reaches the events that each of them reaches', () => {
    const some = new Rights('member', [on('tasks', { project_ids: ['1', '2'] })], ['*']);
    const others = new Rights('admin', [on('tasks', { project_ids: ['2'] }), on('notes', null, 'none')], ['*']);
    expect(eventReach(intersectionOf([owner, some, others]))).toMatchObject({
      hidden: expect.arrayContaining(['notes', 'webhooks']),
      only: { tasks: ['project_2'] },
      admitted: ['project_1', 'project_2'],
    });
    expect(eventReach(intersectionOf([owner, new Rights('owner', [], ['tasks:read'])]))).toBeNull();
  });
});
