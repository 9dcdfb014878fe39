import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { created, found, idsOf, indexed, marked, search, searchPath } from './searching.js';

describe('the search', () => {
  const { ada, tenant, raw, asOwner } = useWorld({ workers: 1, isInsistent: true });

  it('finds a task by title, description, identifier, label and comment', async () => {
    const project = await created(ada, '/projects', { name: 'Launching', identifier: 'LAUN' });
    const label = await created(ada, '/labels', { name: 'Zauberwort', color: '#ffffff' });
    const task = await created(ada, '/tasks', {
      title: 'Write the rocketpost',
      description: 'With a photograph of Müllers Straße.',
      project_id: project.id,
      label_ids: [label.id],
    });
    await ada.post(`/tasks/${task.id}/comments`, { body: 'Ask the commentator' });
    const result = await found(ada, 'commentator', task.id!);
    expect(result).toMatchObject({
      type: 'task',
      title: 'Write the rocketpost',
      identifier: 'LAUN-1',
      corrected: null,
    });
    expect(result.record).toMatchObject({ id: task.id, label_ids: [label.id] });
    expect(result.url).toMatch(new RegExp(`^http.*/api/v1/tasks/${task.id}$`));
    expect((await found(ada, 'rocketp', task.id!)).matched).toEqual(['title']);
    expect((await found(ada, 'laun-1', task.id!)).matched).toEqual(['identifier']);
    expect((await found(ada, 'zauberwort', task.id!)).matched).toEqual(['tag']);
    const byBody = await found(ada, 'photographs muller strasse', task.id!);
    expect(byBody.matched).toEqual(['body']);
    expect(marked(byBody)).toEqual(['photograph', 'Müllers', 'Straße']);
    await ada.patch(`/labels/${label.id}`, { name: 'Umbenannt' });
    await found(ada, 'umbenannt', task.id!);
  });

  it('finds a task by the identifier that it had before', async () => {
    const project = await created(ada, '/projects', { name: 'Former', identifier: 'OLD' });
    const task = await created(ada, '/tasks', { title: 'Moving', project_id: project.id });
    await ada.patch(`/projects/${project.id}`, { identifier: 'NEW' });
    for (const identifier of ['old-1', 'NEW-1']) {
      const [first] = await eventually(async () => {
        const results = await search(ada, identifier);
        expect(results[0]?.id).toBe(task.id);
        return results;
      });
      expect(first!.identifier).toBe('NEW-1');
    }
    expect(await idsOf(ada, task.id!)).toEqual([task.id]);
  });

  it('finds every type of record, and a note without its body', async () => {
    const word = 'xylophone';
    const notebook = await created(ada, '/notebooks', { name: word });
    const { id: pipeline } = await created(ada, '/pipelines', { name: word });
    const records = {
      task: await created(ada, '/tasks', { title: word }),
      note: await created(ada, '/notes', { title: word, body: `The ${word} is here` }),
      project: await created(ada, '/projects', { name: word }),
      contact: await created(ada, '/contacts', {
        display_name: 'Ada',
        channels: [{ type: 'email', value: `${word}@example.com` }],
      }),
      notebook,
      pipeline: { id: pipeline },
      deal: await created(ada, '/deals', { name: word, pipeline_id: pipeline }),
      label: await created(ada, '/labels', { name: word, color: '#ffffff' }),
      app: await created(ada, '/apps', { slug: word, name: 'Any', url: 'http://127.0.0.1:65009/' }),
    };
    await indexed(ada);
    const results = await search(ada, word);
    expect(results.map(({ type, id }) => [type, id]).sort()).toEqual(
      Object.entries(records)
        .map(([type, { id }]) => [type, id])
        .sort(),
    );
    const of = (type: string) => results.find((one) => one.type === type)!;
    expect(of('contact').matched).toEqual(['channel']);
    expect(of('app').url).toMatch(/\/apps\/xylophone$/);
    expect(of('note').record).not.toHaveProperty('body');
    expect(of('note')).toMatchObject({
      matched: ['title', 'body'],
      snippet: { text: 'The xylophone is here', marks: [[4, 9]] },
    });
    expect(await idsOf(ada, word, { types: 'task,deal' })).toHaveLength(2);
  });

  it('finds members and runs of agents', async () => {
    expect((await found(ada, 'ada@example.com', ada.memberId)).type).toBe('member');
    const { id } = (await ada.post('/agents/echo/runs', { input: { message: 'hello' } })).body as { id: string };
    const result = await found(ada, 'echo', id);
    expect(result.url).toMatch(new RegExp(`/agents/echo/runs/${id}$`));
  });

  it('finds texts of every script, and takes any query', async () => {
    const texts = ['私は東京都に住む', 'ภาษาไทยง่าย', '한국어 검색', 'البحث العربي', 'Łódź Ærø', 'がんばる'];
    const ids = new Map<string, string>();
    for (const title of texts) ids.set(title, (await created(ada, '/notes', { title, body: '' })).id!);
    await indexed(ada);
    for (const [q, title] of [
      ['東京', texts[0]],
      ['京', texts[0]],
      ['"東京都"', texts[0]],
      ['ไทย', texts[1]],
      ['국어', texts[2]],
      ['العربي', texts[3]],
      ['lodz aero', texts[4]],
      ['がん', texts[5]],
    ] as const)
      expect([q, await idsOf(ada, q)]).toEqual([q, [ids.get(title!)]]);
    expect(await idsOf(ada, 'かん')).toEqual([]);
    for (const q of [`'; --`, '\\\\', ':*', '&|!()', '('.repeat(200), '🚀🚀', '""', '-x', 'a:*&b', '\u202eabc', '%_'])
      expect([q, (await ada.get(searchPath(q))).status]).toEqual([q, 200]);
    for (const q of ['a', '🚀', ' é '])
      expect((await ada.get(searchPath(q))).body).toMatchObject({ status: 422, code: 'query_too_short' });
    expect((await ada.get('/search?q=ab&types=task,nothing')).status).toBe(400);
    expect((await raw('get', '/api/v1/search?q=ab')).status).toBe(401);
  });

  it('requires all words, a phrase in its order, and no word after a minus', async () => {
    const by = await tenant();
    const [first, second] = [
      await created(by, '/notes', { title: 'Green apples', body: 'and red pears' }),
      await created(by, '/notes', { title: 'Red apples', body: 'and green pears' }),
    ];
    await indexed(by);
    expect((await idsOf(by, 'apple pear')).sort()).toEqual([first.id, second.id].sort());
    expect(await idsOf(by, '"green apples"')).toEqual([first.id]);
    expect(await idsOf(by, 'apples -"red apples"')).toEqual([first.id]);
    expect(await idsOf(by, 'app -bananas "red pears"')).toEqual([first.id]);
    expect(await idsOf(by, 'apples plums')).toEqual([]);
  });

  it('forgives a slip and says so, where the word has no match', async () => {
    const by = await tenant();
    const task = await created(by, '/tasks', { title: 'Website relaunch' });
    await indexed(by);
    for (const [from, to] of [
      ['webiste', 'website'],
      ['relanch website', 'relaunch website'],
      ['wesbite', 'website'],
    ] as const) {
      const [result] = await search(by, from);
      expect(result).toMatchObject({ id: task.id, corrected: { from, to } });
    }
    expect((await search(by, 'websit'))[0]).toMatchObject({ corrected: null });
    expect(await search(by, 'xqzwk')).toEqual([]);
  });

  it('has the best first: identifier, title, all words in the title, tags, text; open before closed', async () => {
    const by = await tenant();
    const note = (title: string, body = '', tags: string[] = []) => created(by, '/notes', { title, body, tags });
    const inText = await note('One', 'alpha beta');
    const inTags = await note('alpha Two', '', ['beta']);
    const inTitle = await note('beta and alpha');
    const closed = await note('beta or alpha');
    await by.patch(`/notes/${closed.id}`, { is_archived: true });
    const equal = await note('Álpha  BETA');
    await indexed(by);
    const order = [equal, inTitle, closed, inTags, inText].map(({ id }) => id);
    expect(await idsOf(by, 'alpha beta')).toEqual(order);
    expect(await idsOf(by, 'alpha beta', { include_closed: 'false' })).toEqual(order.filter((id) => id !== closed.id));
    const pages: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await by.get(searchPath('alpha beta', { limit: '2', ...(cursor ? { cursor } : {}) }));
      pages.push(...(body.data as { id: string }[]).map(({ id }) => id));
      if (!body.has_more) break;
      cursor = body.next_cursor as string;
    }
    expect(pages).toEqual(order);
  });

  it('ends after 200 results and says so, and says what the index contains', async () => {
    const by = await tenant();
    for (let made = 0; made < 205; made += 41)
      await Promise.all(Array.from({ length: 41 }, (_, n) => created(by, '/tasks', { title: `many ${made + n}` })));
    await indexed(by);
    const all = new Set<string>();
    let cursor: string | null = null;
    for (let page = 1; page <= 4; page++) {
      const { body, headers } = await by.get(searchPath('many', { limit: '99', ...(cursor ? { cursor } : {}) }));
      for (const { id } of body.data as { id: string }[]) all.add(id);
      cursor = body.next_cursor as string | null;
      expect([page, headers['x-truncated'], cursor === null]).toEqual([
        page,
        page === 4 ? 'true' : undefined,
        page === 4,
      ]);
      expect(Number(headers['x-indexed-through'])).toBeGreaterThanOrEqual(205);
    }
    expect(all.size).toBe(200);
    expect((await by.get(searchPath('others', { cursor: 'x' }))).status).toBe(400);
  });

  it('saves and finds a note of a megabyte of different words', async () => {
    const words = Array.from({ length: 100_000 }, (_, n) => `w${(n * 7919).toString(36)}ö`).join(' ');
    const note = await created(ada, '/notes', { title: 'Huge', body: words.slice(0, 900_000) });
    expect((await found(ada, `w${(500 * 7919).toString(36)}ö`, note.id!)).matched).toEqual(['body']);
  });

  it('forgets what is deleted, from the answer at once and from the index soon', async () => {
    const task = await created(ada, '/tasks', { title: 'Ephemeral' });
    await found(ada, 'ephemeral', task.id!);
    await ada.delete(`/tasks/${task.id}`);
    expect(await idsOf(ada, 'ephemeral')).toEqual([]);
    await eventually(async () => {
      expect(await asOwner('select 1 from search_documents where entity_id = $1', [task.id])).toEqual([]);
    });
  });
});
