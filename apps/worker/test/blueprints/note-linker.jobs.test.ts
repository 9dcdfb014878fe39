import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { endOf, outputOf, startRun } from './agent-runs.js';

const blueprint = 'note-linker';

describe('the linker of notes', () => {
  const { ada, member, tenant, session } = useWorld({ workers: 1, fresh: 'tenants' });
  let plan: string;

  const write = async (title: string, body = '', fields: object = {}) =>
    (await ada.post('/notes', { title, body, ...fields })).body.id as string;
  const bodyOf = async (id: string) => (await ada.get(`/notes/${id}`)).body.body;

  beforeEach(async () => {
    const project = (await ada.post('/projects', { name: 'Web', identifier: 'WEB' })).body.id;
    await ada.post('/tasks', { title: 'Publish', project_id: project });
    plan = await write('Launch plan');
  });

  it('turns titles and keys into links once, which become backlinks', async () => {
    const note = await write('Meeting', 'WEB-1 and WEB-9 are in the Launch plan; see `Launch plan`.');
    const linked = 'The [[Launch plan]] is Meeting.';
    const other = await write('Linked already', linked);
    expect(await outputOf(ada, blueprint)).toEqual({
      linked: [
        { note_id: other, title: 'Linked already', links: ['Meeting'] },
        { note_id: note, title: 'Meeting', links: ['WEB-1', 'Launch plan'] },
      ],
      skipped: 0,
      more: false,
    });
    expect(await bodyOf(note)).toBe('[[WEB-1]] and WEB-9 are in the [[Launch plan]]; see `Launch plan`.');
    const { body } = await ada.get(`/backlinks/note/${plan}`);
    expect(body.map(({ id }: { id: string }) => id).sort()).toEqual([note, other].sort());
    expect(await outputOf(ada, blueprint)).toEqual({ linked: [], skipped: 0, more: false });
  });

  it('does not disclose tasks of a private project by links', async () => {
    const project_id = (await ada.post('/projects', { name: 'Plans', identifier: 'PLAN', is_private: true })).body.id;
    await ada.post('/tasks', { title: 'Secret takeover', project_id });
    const note = await write('Guesses', 'WEB-1, PLAN-1 or PLAN-2?');
    expect((await outputOf(ada, blueprint)).linked).toMatchObject([{ note_id: note, links: ['WEB-1'] }]);
    expect(await bodyOf(note)).toBe('[[WEB-1]], PLAN-1 or PLAN-2?');
  });

  it('processes one note, a notebook, recently changed notes, or a number of them', async () => {
    const notebook = (await ada.post('/notebooks', { name: 'Mine' })).body.id;
    const notes = [await write('a', 'Launch plan'), await write('b', 'Launch plan', { notebook_id: notebook })];
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await outputOf(ada, blueprint, { since: future })).toMatchObject({ linked: [], more: false });
    expect((await outputOf(ada, blueprint, { notebook_id: notebook })).linked).toMatchObject([{ note_id: notes[1] }]);
    expect((await outputOf(ada, blueprint, { note_id: notes[0] })).linked).toMatchObject([{ note_id: notes[0] }]);
    for (const title of ['c', 'd']) await write(title, 'Launch plan');
    expect(await outputOf(ada, blueprint, { limit: 1 })).toMatchObject({ linked: [{ title: 'd' }], more: true });
    expect(await outputOf(ada, blueprint, { limit: 1 })).toMatchObject({ linked: [{ title: 'c' }], more: false });
  });

  it('skips notes that are edited concurrently', async () => {
    const note = await write('Meeting', 'The Launch plan');
    const holding = session();
    await holding.query('begin');
    await holding.query('select from notes where id = $1 for update', [note]);
    const id = await startRun(ada, blueprint, { note_id: note });
    await eventually(async () => expect(await holding.waiting()).toBeGreaterThan(0));
    await holding.query(`update notes set body = 'The Launch plan, today', updated_at = now() where id = $1`, [note]);
    await holding.query('commit');
    await holding.close();
    const { output } = await endOf(ada, blueprint, id);
    expect(output).toEqual({ linked: [], skipped: 1, more: false });
    expect(await bodyOf(note)).toBe('The Launch plan, today');
    expect((await outputOf(ada, blueprint, { note_id: note })).linked).toHaveLength(1);
  });

  it('changes only notebooks of its member, nothing in an empty workspace, and no hostile text', async () => {
    const hostile = `[Launch plan](x) <b title="Launch plan" \`Launch plan\` {{since}} \u202e ${'[['.repeat(5000)}`;
    const odd = await write('Odd', hostile);
    const notebook = (await ada.post('/notebooks', { name: 'Shared' })).body.id;
    const hidden = await write('Hidden', 'The Launch plan');
    const shown = await write('Shown', 'WEB-1 is Hidden', { notebook_id: notebook });
    const bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', access_level: 'read' },
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [notebook] } },
    ]);
    expect((await outputOf(bob, blueprint)).linked).toMatchObject([{ note_id: shown, links: ['WEB-1'] }]);
    const refused = await endOf(ada, blueprint, await startRun(bob, blueprint, { note_id: hidden }), 'failed');
    expect(refused.failure_category).toBe('tool_error');
    expect(await bodyOf(hidden)).toBe('The Launch plan');
    await outputOf(ada, blueprint);
    expect(await bodyOf(odd)).toBe(hostile);
    expect(await outputOf(await tenant('Empty'), blueprint)).toMatchObject({ linked: [] });
  });
});
