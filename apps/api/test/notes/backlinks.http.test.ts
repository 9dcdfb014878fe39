import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const base = 'https://tandem.example';
const nobody = '019ab1c2-0000-7000-8000-000000000000';

describe('backlinks over HTTP', () => {
  const { ada, tenant, member, asOwner } = useWorld({ settings: { PUBLIC_URL: base } });

  const note = async (body: string, title = 'Any', fields: object = {}) =>
    (await ada.post('/notes', { title, body, ...fields })).body;
  const task = async (fields: object = {}) => (await ada.post('/tasks', { title: 'Any', ...fields })).body;
  const project = async (identifier: string) => (await ada.post('/projects', { name: identifier, identifier })).body;
  const backlinks = async (type: string, id: string, by = ada) => (await by.get(`/backlinks/${type}/${id}`)).body;
  const titles = async (type: string, id: string, by = ada) =>
    (await backlinks(type, id, by)).map(({ title }: { title: string }) => title);

  it.each<[string, (id: string, identifier: string) => string]>([
    ['a mention', (id) => `@[x](mention://task/${id})`],
    ['its identifier in brackets', (_, identifier) => `[[${identifier.toLowerCase()}]]`],
    ['its type and id', (id) => `[[task:${id}]]`],
    ['its bare identifier', (_, identifier) => `Done with ${identifier}.`],
    ['its address', (id) => `see ${base}/api/v1/tasks/${id}`],
  ])('a note refers to a task by %s', async (way, bodyOf) => {
    const key = `K${way.length}`;
    const { id } = await project(key);
    const target = await task({ project_id: id });
    const created = await note(bodyOf(target.id, target.identifier), way);
    expect(await backlinks('task', target.id)).toEqual([created]);
  });

  it('a note refers to a contact by each of its channels that is an e-mail address or a telephone number', async () => {
    const channels = [
      { type: 'email', value: 'Grace@Bücher.example' },
      { type: 'phone', value: '+49 30 1110001' },
      { type: 'whatsapp', value: 'https://wa.me/49301110002' },
      { type: 'github', value: 'grace' },
    ];
    const { id } = (await ada.post('/contacts', { display_name: 'Grace', channels })).body;
    const bodies = ['mailto:grace@bücher.example', 'tel:+49-30-1110001', 'tel:+49(30)1110002', `[[contact:${id}]]`];
    for (const body of [...bodies, 'tel:grace mailto:grace']) await note(body, body);
    expect((await titles('contact', id)).reverse()).toEqual(bodies);
  });

  it('code refers to nothing', async () => {
    const target = await task();
    await note(`\`[[task:${target.id}]]\`\n\n\`\`\`\n[[task:${target.id}]]\n\`\`\``);
    expect(await backlinks('task', target.id)).toEqual([]);
  });

  it('exist for notes, notebooks and projects too', async () => {
    const notebook = (await ada.post('/notebooks', { name: 'N' })).body;
    const { id } = await project('NNP');
    const target = await note('', 'Target of a title');
    const created = await note(`[[notebook:${notebook.id}]] ${base}/api/v1/projects/${id} [[target OF a  title]]`);
    for (const [type, of] of [
      ['notebook', notebook.id],
      ['project', id],
      ['note', target.id],
    ] as const)
      expect(await backlinks(type, of)).toEqual([created]);
  });

  it('start with the latest update', async () => {
    const target = await task();
    const [first] = [await note(`[[task:${target.id}]]`, 'first'), await note(`[[task:${target.id}]]`, 'second')];
    expect(await titles('task', target.id)).toEqual(['second', 'first']);
    await ada.patch(`/notes/${first!.id}`, { is_pinned: true });
    expect(await titles('task', target.id)).toEqual(['first', 'second']);
  });

  it('follow the body: a changed one refers only to its current targets', async () => {
    const [a, b] = [await task(), await task()];
    const { id } = await note(`[[task:${a.id}]]`, 'moves');
    const links = () => asOwner('select id, reference from note_links where note_id = $1', [id]);
    const [remaining] = await links();
    await ada.patch(`/notes/${id}`, { body: `[[task:${a.id}]] [[task:${b.id}]]` });
    expect(await links()).toContainEqual(remaining);
    expect([await titles('task', a.id), await titles('task', b.id)]).toEqual([['moves'], ['moves']]);
    await ada.patch(`/notes/${id}`, { body: `[[task:${b.id}]]`, title: 'moved' });
    expect([await titles('task', a.id), await titles('task', b.id)]).toEqual([[], ['moved']]);
    await ada.delete(`/notes/${id}`);
    expect(await titles('task', b.id)).toEqual([]);
  });

  it('resolve a reference when its target is created', async () => {
    await note('[[A note of tomorrow]] and LATER-2', 'early');
    const target = await note('', 'A Note of Tomorrow');
    expect(await titles('note', target.id)).toEqual(['early']);
    const { id } = await project('LATER');
    const [one, two] = [await task({ project_id: id }), await task({ project_id: id })];
    expect([await titles('task', one.id), await titles('task', two.id)]).toEqual([[], ['early']]);
    await ada.patch(`/notes/${target.id}`, { title: 'Another name' });
    expect(await titles('note', target.id)).toEqual([]);
  });

  it('of a former identifier belong to its task', async () => {
    const { id } = await project('FORMER');
    const target = await task({ project_id: id });
    await note('FORMER-1', 'under the old name');
    await ada.patch(`/projects/${id}`, { identifier: 'PRESENT' });
    await note('PRESENT-1', 'under the new name');
    expect(await titles('task', target.id)).toEqual(['under the new name', 'under the old name']);
    await asOwner(`insert into task_aliases (tenant_id, identifier, task_id) values ($1, 'GONE-7', $2)`, [
      ada.tenantId,
      target.id,
    ]);
    await note('GONE-7', 'under the name in another project');
    expect(await titles('task', target.id)).toHaveLength(3);
    await ada.post(`/tasks/${target.id}/move`, { project_id: null });
    expect(await titles('task', target.id)).toHaveLength(3);
  });

  it('include a note that a task links to', async () => {
    const target = await task();
    const created = await note('says nothing of a task');
    await ada.post(`/tasks/${target.id}/links`, { entity_type: 'note', entity_id: created.id });
    expect(await backlinks('task', target.id)).toEqual([created]);
    expect(await backlinks('note', created.id)).toEqual([]);
  });

  it('are empty for an unknown id', async () => {
    for (const type of ['task', 'project', 'note', 'notebook', 'contact', 'pipeline', 'pipeline_stage', 'agent_run']) {
      await note(`[[${type}:${nobody}]]`);
      const response = await ada.get(`/backlinks/${type}/${nobody}`);
      expect({ type, status: response.status, body: response.body }).toEqual({ type, status: 200, body: [] });
    }
  });

  it('are empty for a deleted record', async () => {
    const target = await task();
    await note(`[[task:${target.id}]]`);
    await ada.delete(`/tasks/${target.id}`);
    expect(await backlinks('task', target.id)).toEqual([]);
  });

  it('of an event, which exists only elsewhere, are the notes that name it', async () => {
    const created = await note(`@[launch](mention://event/${nobody})`, 'launch');
    expect(await backlinks('event', nobody)).toEqual([created]);
  });

  it('return 422 for an unknown type and 400 for a malformed id', async () => {
    const unknown = await ada.get(`/backlinks/planet/${nobody}`);
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toMatchObject([{ parameter: 'entity_type', code: 'unknown_entity_type' }]);
    expect((await ada.get('/backlinks/task/12')).status).toBe(400);
  });

  it('are cut at 1,000, and the response says so', async () => {
    const target = await task();
    const created = await note(`[[task:${target.id}]]`);
    await asOwner(
      `with more as (
         insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived,
           metadata, created_at, updated_at)
         select tenant_id, gen_random_uuid(), 'n' || n, '', 0, notebook_id, '{}', false, false, '{}', now(), now()
         from notes, generate_series(1, 1000) n where id = $1 returning tenant_id, id)
       insert into note_links (tenant_id, id, note_id, reference) select tenant_id, id, id, $2 from more`,
      [created.id, `task:${target.id}`],
    );
    const response = await ada.get(`/backlinks/task/${target.id}`);
    expect(response.body).toHaveLength(1000);
    expect(response.headers['x-truncated']).toBe('true');
    const rest = await ada.get(`/backlinks/task/${target.id}?cursor=${response.headers['x-next-cursor']}`);
    expect(rest.body).toHaveLength(1);
    expect(response.body.map(({ id }: { id: string }) => id)).not.toContain(rest.body[0].id);
    expect(rest.headers).not.toHaveProperty('x-truncated');
  });

  it('are empty in another tenant, both for its records and for those of this one', async () => {
    const other = await tenant('Other');
    const target = await task();
    await note(`[[task:${target.id}]] [[Shared title]]`);
    const theirs = (await other.post('/notes', { title: 'Shared title', body: `[[task:${target.id}]]` })).body;
    expect(await backlinks('task', target.id, other)).toEqual([]);
    expect(await backlinks('note', theirs.id, other)).toEqual([]);
  });

  it('include only notes and records that the caller may see', async () => {
    const mine = (await ada.post('/notebooks', { name: 'Mine' })).body;
    const { id } = await project('SECRET');
    await ada.patch(`/projects/${id}`, { is_private: true });
    const [open, secret] = [await task(), await task({ project_id: id })];
    const body = `[[task:${open.id}]] [[task:${secret.id}]]`;
    await note(body, 'hidden');
    await note(body, 'seen', { notebook_id: mine.id });
    const bob = await member(ada, [
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [mine.id] } },
    ]);
    expect(await titles('task', open.id, bob)).toEqual(['seen']);
    expect(await titles('task', secret.id, bob)).toEqual([]);
    expect(await titles('task', secret.id)).toEqual(['seen', 'hidden']);
    const writer = await member(ada, [{ domain: 'tasks', access_level: 'none' }]);
    expect(await titles('task', open.id, writer)).toEqual([]);
  });
});
