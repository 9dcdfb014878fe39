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
