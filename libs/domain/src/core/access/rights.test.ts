import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { type Level, type Policy, PromisedRights, reachesRole, Rights, type Role, roles } from './rights.js';
import type { Domain } from '../vocabulary.js';

const policy = (domain: Domain | '*', accessLevel: Level, resourceFilter: Policy['resourceFilter'] = null): Policy => ({
  domain,
  accessLevel,
  resourceFilter,
});
const one = { project_ids: ['1'] };
const two = { project_ids: ['1', '2'] };
const shelf = { notebook_ids: ['3'] };

describe('rights', () => {
  it.each<[role: Role, policies: Policy[], scopes: string[], may: `${Domain}:${Level}`]>([
    // Without a policy: the role's own level.
    ['owner', [], ['*'], 'tasks:admin'],
    ['admin', [], ['*'], 'api_keys:admin'],
    ['member', [], ['*'], 'tasks:write'],
    ['member', [], ['*'], 'members:none'],
    ['member', [], ['*'], 'webhooks:none'],
    ['viewer', [], ['*'], 'notes:read'],
    ['viewer', [], ['*'], 'audit:none'],
    // The lowest of ceiling, policy and scope.
    ['member', [policy('tasks', 'admin')], ['*'], 'tasks:write'],
    ['viewer', [policy('tasks', 'admin')], ['*'], 'tasks:read'],
    ['owner', [policy('tasks', 'read')], ['*'], 'tasks:read'],
    ['owner', [], ['tasks:read'], 'tasks:read'],
    ['owner', [], ['tasks:read', 'tasks:write'], 'tasks:write'],
    ['owner', [], ['tasks:read'], 'notes:none'],
    ['owner', [], [], 'tasks:none'],
    ['member', [policy('members', 'admin')], ['*'], 'members:write'],
    // A policy for the domain overrides the star.
    ['member', [policy('*', 'none'), policy('tasks', 'write')], ['*'], 'tasks:write'],
    ['member', [policy('*', 'none'), policy('tasks', 'write')], ['*'], 'notes:none'],
    ['admin', [policy('*', 'admin'), policy('audit', 'none')], ['*'], 'audit:none'],
    // A filtered star covers only domains that its filter can select from.
    ['member', [policy('*', 'write', one)], ['*'], 'tasks:write'],
    ['member', [policy('*', 'write', one)], ['*'], 'notes:none'],
    ['member', [policy('*', 'write', shelf)], ['*'], 'notes:write'],
    ['member', [policy('*', 'write', shelf)], ['*'], 'contacts:none'],
  ])('of %s with %j through a key with %j are %s', (role, policies, scopes, may) => {
    const [domain, level] = may.split(':') as [Domain, Level];
    const rights = new Rights(role, policies, scopes);
    tandem.within(() => {
      expect(rights.level(domain)).toBe(level);
      expect(rights.allows(domain, level)).toBe(true);
    });
  });

  it.each<[what: string, ours: Rights, others: Rights, domains: Domain[]]>([
    ['no domain for equal rights', Rights.full, Rights.full, []],
    ['no domain for lesser rights', new Rights('viewer', [], ['*']), Rights.full, []],
    [
      'a higher level',
      new Rights('member', [policy('*', 'none'), policy('tasks', 'write')], ['*']),
      new Rights('viewer', [], ['*']),
      ['tasks'],
    ],
    [
      'a wider filter',
      new Rights('member', [policy('*', 'none'), policy('tasks', 'read', two)], ['*']),
      new Rights('member', [policy('tasks', 'read', one)], ['*']),
      ['tasks'],
    ],
    [
      'a narrower filter',
      new Rights('member', [policy('*', 'none'), policy('tasks', 'read', one)], ['*']),
      new Rights('member', [policy('tasks', 'read', two)], ['*']),
      [],
    ],
    [
      'no filter beside one',
      new Rights('member', [policy('*', 'none'), policy('tasks', 'read')], ['*']),
      new Rights('member', [policy('tasks', 'read', one)], ['*']),
      ['tasks'],
    ],
    [
      'a key’s scope counts',
      new Rights('viewer', [policy('*', 'none'), policy('notes', 'read')], ['*']),
      new Rights('owner', [], ['members:admin']),
      ['notes'],
    ],
  ])('%s', (_, ours, others, domains) => {
    expect(tandem.within(() => ours.beyond(others))).toEqual(domains);
  });

  it.each<[policies: Policy[], promise: `${Domain}:${Level}`]>([
    [[], 'tasks:none'],
    [[policy('tasks', 'admin')], 'tasks:admin'],
    [[policy('tasks', 'admin')], 'notes:none'],
    [[policy('*', 'write')], 'members:write'],
    [[policy('*', 'admin'), policy('tasks', 'read')], 'tasks:read'],
    [[policy('*', 'write', one)], 'notes:none'],
  ])('promised to a viewer by %j are %s, regardless of the role', (policies, promise) => {
    const [domain, level] = promise.split(':') as [Domain, Level];
    expect(new PromisedRights('viewer', policies, ['*']).level(domain)).toBe(level);
  });

  it('allow a role to act on itself and lower roles', () => {
    const reached = roles.map((own) => roles.filter((other) => reachesRole(own, other)));
    expect(reached).toEqual([
      ['owner', 'admin', 'member', 'viewer'],
      ['admin', 'member', 'viewer'],
      ['member', 'viewer'],
      ['viewer'],
    ]);
  });

  it('include private projects that a policy names at any level but none', () => {
    const rights = new Rights('member', [policy('tasks', 'read', one), policy('projects', 'none', two)], ['*']);
    expect(rights.namedProjects).toEqual(['1']);
  });
});
