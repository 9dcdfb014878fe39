import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';
import { created, found, idsOf, indexed, search, searchPath } from './searching.js';

describe('what the search shows to whom', () => {
  const { ada, other, tenant, member, grant, withKey, asOwner } = useWorld({ workers: 1 });

  it('is never of another tenant: no record, no correction, no difference', async () => {
    for (const by of [ada, other]) await created(by, '/tasks', { title: 'Alike topsecretword' });
    const own = await created(ada, '/tasks', { title: 'Alike mine' });
    await Promise.all([indexed(ada), indexed(other)]);
    expect(await idsOf(ada, 'alike')).toHaveLength(2);
    expect(await idsOf(other, 'alike mine')).toEqual([]);
    expect(await search(other, 'alike topsecretwrod')).toHaveLength(1);
    await created(ada, '/tasks', { title: 'Unshareable' });
    await indexed(ada);
    expect(await search(other, 'unsharable')).toEqual([]);
    expect(await idsOf(other, own.id!)).toEqual([]);
    const { body } = await ada.get(searchPath('alike', { limit: '1' }));
    expect((await other.get(searchPath('alike', { limit: '1', cursor: body.next_cursor as string }))).status).toBe(400);
  });

  it('responds to a word of hidden records alone as to an unknown one', async () => {
    const project = await created(ada, '/projects', { name: 'Private things', is_private: true });
    await created(ada, '/tasks', { title: 'Hippopotamus', project_id: project.id });
    await created(ada, '/tasks', { title: 'Hippodrome' });
    await indexed(ada);
    const reader = await member(ada);
    const strip = ({ body, headers }: Awaited<ReturnType<Caller['get']>>) => ({
      body: body as object,
      headers: Object.keys(headers).sort(),
    });
    expect(strip(await reader.get(searchPath('hippopotamus')))).toEqual(
      strip(await reader.get(searchPath('zzunknown'))),
    );
    expect(strip(await reader.get(searchPath('hipopotamus')))).toEqual(
      strip(await reader.get(searchPath('zzunknown'))),
    );
    expect(await idsOf(ada, 'hipopotamus')).toHaveLength(1);
    expect(await idsOf(reader, 'hippo')).toHaveLength(1);
  });

  it('corrects a word even where a hidden record contains it exactly', async () => {
    const project = await created(ada, '/projects', { name: 'Hidden', is_private: true });
    await created(ada, '/tasks', { title: 'Giraffa', project_id: project.id });
    const seen = await created(ada, '/tasks', { title: 'Giraffe' });
    await indexed(ada);
    const [result] = await search(await member(ada), 'giraffa');
    expect(result).toMatchObject({ id: seen.id, corrected: { from: 'giraffa', to: 'giraffe' } });
  });

  it('follows a change of a record or of policies with the next search', async () => {
    const by = await tenant();
    const project = await created(by, '/projects', { name: 'Open' });
    const [inside, outside] = [
      await created(by, '/tasks', { title: 'Obedient', project_id: project.id }),
      await created(by, '/tasks', { title: 'Obedient' }),
    ];
    const [left, right] = [
      await created(by, '/notebooks', { name: 'Left' }),
      await created(by, '/notebooks', { name: 'Right' }),
    ];
    const note = await created(by, '/notes', { title: 'Obedient', notebook_id: left.id });
    await indexed(by);
    const reader = await member(by);
    const ids = async () => (await idsOf(reader, 'obedient')).sort();
    expect(await ids()).toEqual([inside.id, outside.id, note.id].sort());
    await by.patch(`/projects/${project.id}`, { is_private: true });
    expect(await ids()).toEqual([outside.id, note.id].sort());
    await grant(by, reader, [
      { domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [project.id] } },
    ]);
    expect(await ids()).toEqual([inside.id, note.id].sort());
    await grant(by, reader, [
      { domain: 'tasks', access_level: 'none' },
      { domain: 'notes', access_level: 'read', resource_filter: { notebook_ids: [left.id] } },
    ]);
    expect(await ids()).toEqual([note.id]);
    await by.patch(`/notes/${note.id}`, { notebook_id: right.id });
    expect(await ids()).toEqual([]);
    expect(await idsOf(by, 'obedient', { notebook_id: right.id! })).toEqual([note.id]);
    expect(await idsOf(by, 'obedient', { project_id: project.id! })).toEqual([inside.id]);
    expect(await idsOf(by, 'open', { project_id: project.id! })).toEqual([project.id, inside.id]);
  });

  it('leaves out types that role, policy or key do not open', async () => {
    await found(ada, 'ada@example.com', ada.memberId);
    expect(await idsOf(await member(ada), 'ada@example.com')).toEqual([]);
    const task = await created(ada, '/tasks', { title: 'Scoped' });
    const note = await created(ada, '/notes', { title: 'Scoped' });
    await indexed(ada);
    expect(await idsOf(await withKey(ada, { scopes: ['notes:read'] }), 'scoped')).toEqual([note.id]);
    expect(await idsOf(await withKey(ada, { scopes: ['tasks:read'] }), 'scoped', { types: 'note,task' })).toEqual([
      task.id,
    ]);
  });

  it('looks behind many hidden records', async () => {
    const by = await tenant();
    const project = await created(by, '/projects', { name: 'Hidden', is_private: true });
    const seen = await created(by, '/tasks', { title: 'Needle' });
    for (let n = 0; n < 120; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, () => created(by, '/tasks', { title: 'Needle', project_id: project.id })),
      );
    await indexed(by);
    expect(await idsOf(await member(by), 'needle')).toEqual([seen.id]);
  });

  it('does not find a run by the failure that the caller may not see', async () => {
    const by = await tenant();
    const { body: run } = await by.post('/agents/task-digest/runs', { input: { since: '2026-11-21T00:00:00Z' } });
    await eventually(async () => {
      expect((await by.get(`/agents/task-digest/runs/${run.id}`)).body.status).toBe('succeeded');
    });
    await asOwner(`update agent_runs set failure_detail = 'unutterable' where id = $1`, [run.id]);
    await asOwner(`update search_progress set indexed = '{}' where tenant_id = $1`, [by.tenantId]);
    await found(by, 'unutterable', run.id as string);
    const reader = await member(by, [
      { domain: '*', access_level: 'none' },
      { domain: 'agents', access_level: 'read' },
    ]);
    const { body: shown } = await reader.get(`/agents/task-digest/runs/${run.id}`);
    expect(shown).toMatchObject({ content_hidden: true });
    expect(await idsOf(reader, 'unutterable')).toEqual([]);
    expect(await idsOf(reader, 'digest')).toEqual([run.id]);
    expect(await idsOf(reader, 'digest -unutterable')).toEqual([]);
    expect(await idsOf(reader, 'digest -other')).toEqual([]);
    expect((await search(reader, 'digest'))[0]!.record).toMatchObject({ failure_detail: null });
  });
});
