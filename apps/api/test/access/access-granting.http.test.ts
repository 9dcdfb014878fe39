import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';

describe('access policies granted by an administrator with limited rights', () => {
  const { ada, member, grant } = useWorld();
  let admin: Caller;
  let mine: string[];
  let others: string[];
  const tasks = (access_level: string, project_ids?: string[]): AccessPolicy => ({
    domain: 'tasks',
    access_level,
    resource_filter: project_ids ? { project_ids } : null,
  });
  const viewer = (...policies: AccessPolicy[]) => member(ada, policies, 'viewer');
  const expectRefused = async (to: Caller, ...policies: AccessPolicy[]) => {
    const { status, body } = await grant(admin, to, policies);
    expect([policies, status, body.code, body.domains]).toEqual([policies, 403, 'exceeds_own_rights', ['tasks']]);
  };
  const expectAccepted = async (to: Caller, ...policies: AccessPolicy[]) => {
    const { status, body } = await grant(admin, to, policies);
    expect([policies, status, body.length]).toEqual([policies, 200, policies.length]);
  };

  beforeAll(async () => {
    const project = async (name: string) => (await ada.post('/projects', { name })).body.id as string;
    mine = [await project('Mine')];
    others = [await project('Another')];
    admin = await member(ada, [tasks('read', mine)], 'admin');
  });

  it('cannot have a level above their own, even if the role of the member makes no use of it', async () => {
    const carl = await viewer();
    for (const level of ['write', 'admin']) await expectRefused(carl, tasks(level, mine));
    await expectRefused(carl, { domain: '*', access_level: 'admin' });
    await expectAccepted(carl, tasks('read', mine));
    await expectAccepted(carl, tasks('none'));
  });

  it('cannot name records outside their own filter, even if the member sees all records', async () => {
    const carl = await viewer();
    await expectRefused(carl, tasks('read'));
    await expectRefused(carl, tasks('read', others));
    await expectAccepted(carl, { domain: '*', access_level: 'admin' }, tasks('read', mine));
  });

  it('may keep or reduce what the member already has, beside new policies', async () => {
    const notes = { domain: 'notes', access_level: 'admin' };
    const carl = await viewer(tasks('admin'));
    await expectAccepted(carl, tasks('admin'), notes);
    await expectAccepted(carl, tasks('write'), notes);
    await expectRefused(carl, tasks('admin'), notes);
    await expectAccepted(carl, tasks('write', mine), notes);
    await expectRefused(carl, tasks('write'), notes);
    const dora = await viewer({ domain: '*', access_level: 'admin' });
    await expectAccepted(dora, tasks('write'), { domain: '*', access_level: 'admin' });
    await expectRefused(dora, { domain: '*', access_level: 'admin' });
  });

  it('cannot open private projects that they cannot see, by role or by naming them', async () => {
    const { id } = (await ada.post('/projects', { name: 'Private', is_private: true })).body;
    const path = `/tasks/${(await ada.post('/tasks', { title: 'secret', project_id: id })).body.id}`;
    const none = { domain: '*', access_level: 'none' };
    const read = (domain: string, project_ids?: string[]) => ({ ...tasks('read', project_ids), domain });
    const blind = await member(ada, [none, { domain: 'members', access_level: 'admin' }, read('projects')], 'admin');
    const carl = await viewer(none, tasks('read'), read('projects'));
    for (const by of [admin, blind]) {
      expect((await by.get(path)).status).not.toBe(200);
      const { status, body } = await by.patch(`/members/${carl.memberId}`, { role: 'admin' });
      expect([status, body.code, body.domains]).toEqual([403, 'exceeds_own_rights', ['tasks']]);
    }
    const reader = await member(ada, [tasks('read')], 'admin');
    const writer = await viewer(tasks('write'));
    expect((await reader.patch(`/members/${writer.memberId}`, { role: 'admin' })).body.domains).toEqual(['tasks']);
    const named = await grant(blind, carl, [none, tasks('read'), read('projects', [id])]);
    expect([named.status, named.body.code, named.body.domains]).toEqual([403, 'exceeds_own_rights', ['tasks']]);
    expect((await carl.get(path)).status).toBe(404);
    expect((await ada.patch(`/members/${carl.memberId}`, { role: 'admin' })).status).toBe(200);
    expect((await carl.get(path)).status).toBe(200);
  });

  it('cannot be exceeded by an invitation', async () => {
    const invite = (access_policies: AccessPolicy[]) =>
      admin.post('/invitations', { email: 'eve@example.com', role: 'viewer', access_policies });
    for (const policy of [tasks('write', mine), tasks('read'), { domain: '*', access_level: 'read' }]) {
      const { status, body } = await invite([policy]);
      expect([policy, status, body.code]).toEqual([policy, 403, 'exceeds_own_rights']);
    }
    expect((await invite([tasks('read', mine), { domain: '*', access_level: 'admin' }])).status).toBe(201);
  });

  it('are not limited for owners and admins without policies of their own', async () => {
    const free = await member(ada, [], 'admin');
    const carl = await viewer();
    for (const by of [ada, free])
      expect((await grant(by, carl, [{ domain: '*', access_level: 'admin' }, tasks('admin')])).status).toBe(200);
  });
});
