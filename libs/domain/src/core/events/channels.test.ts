import { describe, expect, it } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { eventReach } from './channels.js';
import { type Policy, Rights, type Role } from '../access/rights.js';

const reachOf = (role: Role, ...policies: Policy[]) =>
  tandem.within(() => eventReach(new Rights(role, policies, ['webhooks:read'])));
const project = '0199a000-0000-7000-8000-000000000001';
const notebook = '0199a000-0000-7000-8000-000000000002';

describe('which events a member may learn of', () => {
  it('owners and admins learn of everything, whatever the scope of their key', () => {
    expect(reachOf('owner')).toBeNull();
    expect(reachOf('admin')).toBeNull();
  });

  it('a member learns of nothing in domains that are closed to the role, nor of private projects', () => {
    expect(reachOf('member')).toEqual({
      hidden: ['api_keys', 'audit', 'integration_keys', 'members', 'webhooks'],
      only: {},
      admitted: [],
    });
  });

  it('a policy that names projects or notebooks leaves only what is on their channels', () => {
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

  it('a filtered policy for everything leaves nothing of domains that its filter can pick nothing from', () => {
    const filter = { project_ids: [project] };
    const reach = reachOf('member', { domain: '*', accessLevel: 'write', resourceFilter: filter })!;
    expect(reach.only).toEqual({ tasks: [`project_${project}`], projects: [`project_${project}`] });
    expect(reach.hidden).toEqual(
      [...tandem.domains.keys()].filter((domain) => domain !== 'tasks' && domain !== 'projects'),
    );
    expect(reach.admitted).toEqual([`project_${project}`]);
  });
});
