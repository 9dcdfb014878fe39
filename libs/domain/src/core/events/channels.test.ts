import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { eventReach } from './channels.js';
import { type Policy, Rights, type Role } from '../access/rights.js';

const reachOf = (role: Role, ...policies: Policy[]) =>
  tandem.within(() => eventReach(new Rights(role, policies, ['webhooks:read'])));
const project = '0199a000-0000-7000-8000-000000000001';
const notebook = '0199a000-0000-7000-8000-000000000002';

describe('events visible to a member', () => {
  it('include everything for owners and admins, whatever the scopes of their key', () => {
    expect(reachOf('owner')).toBeNull();
    expect(reachOf('admin')).toBeNull();
  });

  it('exclude domains closed to the role, and private projects', () => {
    expect(reachOf('member')).toEqual({
      hidden: ['api_keys', 'audit', 'integration_keys', 'members', 'webhooks'],
      only: {},
      admitted: [],
    });
  });

  it('are limited to the channels of projects and notebooks that a policy names', () => {
    const filter = { project_ids: [project] };
    expect(
      reachOf(
        'owner',
        { domain: 'tasks', accessLevel: 'write', resourceFilter: filter },
        { domain: 'notes', accessLevel: 'read', resourceFilter: { notebook_ids: [notebook] } },
        { domain: 'contacts', accessLevel: 'none', resourceFilter: null },
      ),
    ).toEqual({
      hidden: ['contacts'],
      only: { tasks: [`project_${project}`], notes: [`notebook_${notebook}`] },
      admitted: null,
    });
  });

  it('exclude domains that the filter of a star policy cannot select from', () => {
    const filter = { project_ids: [project] };
    const reach = reachOf('member', { domain: '*', accessLevel: 'write', resourceFilter: filter })!;
    expect(reach.only).toEqual({ tasks: [`project_${project}`], projects: [`project_${project}`] });
    expect(reach.hidden).toEqual(
      [...tandem.domains.keys()].filter((domain) => domain !== 'tasks' && domain !== 'projects'),
    );
    expect(reach.admitted).toEqual([`project_${project}`]);
  });
});
