import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';

describe('what an administrator with limits of their own may put into access policies', () => {
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
  const expectTaken = async (to: Caller, ...policies: AccessPolicy[]) => {
    const { status, body } = await grant(admin, to, policies);
    expect([policies, status, body.length]).toEqual([policies, 200, policies.length]);
  };

  beforeAll(async () => {
    const project = async (name: string) => (await ada.post('/projects', { name })).body.id as string;
    mine = [await project('Mine')];
    others = [await project('Another')];
    admin = await member(ada, [tasks('read', mine)], 'admin');
  });

  it('a level above their own is refused even where the role of the other leaves no use for it yet', async () => {
    const carl = await viewer();
    for (const level of ['write', 'admin']) await expectRefused(carl, tasks(level, mine));
    await expectRefused(carl, { domain: '*', access_level: 'admin' });
    await expectTaken(carl, tasks('read', mine));
    await expectTaken(carl, tasks('none'));
  });

  it('so are records beyond their own filter, though the other sees all of them yet', async () => {
    const carl = await viewer();
    await expectRefused(carl, tasks('read'));
    await expectRefused(carl, tasks('read', others));
    await expectTaken(carl, { domain: '*', access_level: 'admin' }, tasks('read', mine));
  });

  it('what the other has already may stay or become less, beside what is new', async () => {
    const notes = { domain: 'notes', access_level: 'admin' };
    const carl = await viewer(tasks('admin'));
    await expectTaken(carl, tasks('admin'), notes);
    await expectTaken(carl, tasks('write'), notes);
    await expectRefused(carl, tasks('admin'), notes);
    await expectTaken(carl, tasks('write', mine), notes);
    await expectRefused(carl, tasks('write'), notes);
    const dora = await viewer({ domain: '*', access_level: 'admin' });
    await expectTaken(dora, tasks('write'), { domain: '*', access_level: 'admin' });
    await expectRefused(dora, { domain: '*', access_level: 'admin' });
  });

  it('so are private projects that they cannot see, by a role as by a policy that names them', async () => {
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

  it('an invitation promises no more either', async () => {
    const invite = (access_policies: AccessPolicy[]) =>
      admin.post('/invitations', { email: 'eve@example.com', role: 'viewer', access_policies });
    for (const policy of [tasks('write', mine), tasks('read'), { domain: '*', access_level: 'read' }]) {
      const { status, body } = await invite([policy]);
      expect([policy, status, body.code]).toEqual([policy, 403, 'exceeds_own_rights']);
    }
    expect((await invite([tasks('read', mine), { domain: '*', access_level: 'admin' }])).status).toBe(201);
  });

  it('owners and admins without policies of their own grant everything', async () => {
    const free = await member(ada, [], 'admin');
    const carl = await viewer();
    for (const by of [ada, free])
      expect((await grant(by, carl, [{ domain: '*', access_level: 'admin' }, tasks('admin')])).status).toBe(200);
  });
});
