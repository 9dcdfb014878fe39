import { describe, expect, it } from '@jest/globals';
import { intersectionOf, type Policy, Rights } from './rights.js';
import { eventReach } from '../events/channels.js';

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

describe('rights cut with one another', () => {
  it('permit in each domain the least that any of them permits', () => {
    const cut = intersectionOf([
      owner,
      new Rights('member', [], ['tasks:write', 'notes:read']),
      new Rights('viewer', [], ['*']),
    ]);
    expect([cut.level('tasks'), cut.level('notes'), cut.level('contacts')]).toEqual(['read', 'read', 'none']);
    expect([cut.role, cut.isAdministrator, cut.scopes]).toEqual(['viewer', false, ['tasks:read', 'notes:read']]);
    expect(cut.coversScope('*')).toBe(false);
  });

  it('are limited to the records that all of their filters name', () => {
    const some = new Rights('member', [on('tasks', { project_ids: ['1', '2'] })], ['*']);
    const others = new Rights('member', [on('tasks', { project_ids: ['2', '3'] })], ['*']);
    expect(intersectionOf([owner, some, others]).filter('tasks')!.project_ids).toEqual(['2']);
    expect(intersectionOf([owner, some]).filter('tasks')!.project_ids).toEqual(['1', '2']);
    expect(intersectionOf([some, owner]).isLimited('tasks')).toBe(true);
    expect(intersectionOf([owner, new Rights('viewer', [], ['*'])]).filter('tasks')).toBeNull();
  });

  it('of people who may do the same are theirs', () => {
    expect(intersectionOf([owner, new Rights('owner', [], ['*'])])).toEqual(owner);
  });

  it('reach the events that all of them reach', () => {
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
