import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';
import { attemptOn, said } from './attempts.js';
import { operations } from './isolation-cases.js';
import { kindOf, Records } from './records.js';

const hasParameter = (wanted: string) => (operation: (typeof operations)[number]) =>
  operation.parameters.some(({ name }) => name === wanted);
const reads = operations.filter(({ method }) => method === 'get');
const lists = reads.filter(({ locations }) => !locations.some(({ in: where }) => where === 'path'));
/** In place of the query that the operation requires, if any. */
const joined = (path: string, query: string) =>
  path.includes('?q=') ? path.replace(/q=[^&]*/, query) : `${path}${path.includes('?') ? '&' : '?'}${query}`;

describe('records of another tenant', () => {
  const world = useWorld();
  const { ada, other: eve } = world;
  const mine = new Records(world, ada, 'mine');
  const theirs = new Records(world, eve, 'theirs');
  let ids: string[];

  beforeAll(async () => {
    const knownKinds = new Set(operations.flatMap(({ locations }) => locations.map(({ kind }) => kind)));
    const listed = [...knownKinds].filter((kind) => kindOf(kind).missing === undefined);
    ids = await Promise.all(listed.map((kind) => theirs.another(kind).then(() => theirs.id(kind))));
  });

  it('are in no list, for any search', async () => {
    const needles = [...ids, 'theirs-', eve.tenantId, eve.memberId];
    for (const operation of lists) {
      const { path } = await attemptOn(operation, mine);
      const searched = hasParameter('q')(operation) ? ['theirs', ids[0]!, '%', '_', '%%'] : [];
      for (const url of [path, ...searched.map((query) => joined(path, `q=${encodeURIComponent(query)}`))]) {
        const { status, text } = await ada.get(url);
        const found = needles.filter((needle) => text.includes(needle));
        if (path.includes('find-by-channel')) continue;
        const isTooShort = /^\/search\?q=(?:%25|_)$/.test(url);
        expect({ url, status, found }).toEqual({ url, status: isTooShort ? 422 : 200, found: [] });
      }
    }
  });

  it('are found by none of their channels', async () => {
    const { channels } = (await eve.get(`/contacts/${await theirs.id('contacts')}`)).body;
    const find = (caller: Caller, value: string) =>
      caller.get(`/contacts/find-by-channel?channel_type=email&channel_value=${value}`);
    expect((await find(eve, channels[0].value)).status).toBe(200);
    const [known, nobodys] = [await find(ada, channels[0].value), await find(ada, 'nobody@example.com')];
    expect(said(known)).toEqual(said(nobodys));
    expect(known.status).toBe(404);
    const taken = await ada.post('/contacts', {
      display_name: 'Mine',
      channels: [{ type: 'email', value: channels[0].value }],
    });
    expect(taken.status).toBe(201);
  });

  it('are linked to no note, however they are mentioned', async () => {
    const [task, note, contact] = [await theirs.id('tasks'), await theirs.id('notes'), await theirs.id('contacts')];
    const { title } = (await eve.get(`/notes/${note}`)).body;
    const { channels } = (await eve.get(`/contacts/${contact}`)).body;
    const named = await theirs.id('by-identifier');
    const body = [
      `@[x](mention://task/${task}) [[${named}]] ${named} [[task:${task}]] [[note:${note}]] [[${title}]]`,
      `${world.address}/api/v1/tasks/${task} mailto:${channels[0].value}`,
    ].join('\n');
    expect((await ada.post('/notes', { title: 'Mine', body })).status).toBe(201);
    for (const [type, id] of Object.entries({ task, note, contact }))
      for (const caller of [ada, eve]) {
        const { text } = await caller.get(`/backlinks/${type}/${id}`);
        expect({ type, caller: caller.tenantId, text }).toEqual({ type, caller: caller.tenantId, text: '[]' });
      }
  });

  it('are reached by none of their cursors', async () => {
    let tried = 0;
    for (const operation of reads.filter(hasParameter('cursor'))) {
      const page = await eve.get(joined((await attemptOn(operation, theirs)).path, 'limit=1'));
      const cursor = page.body.next_cursor as string | null;
      if (!cursor) continue;
      tried++;
      const { path } = await attemptOn(operation, mine);
      const [theirCursor, broken] = [
        await ada.get(joined(path, `cursor=${cursor}`)),
        await ada.get(joined(path, 'cursor=x')),
      ];
      const found = ids.filter((id) => theirCursor.text.includes(id));
      expect({ path, found }).toEqual({ path, found: [] });
      // The cursor of runs is an instant, which means the same in every tenant.
      if (theirCursor.status !== 200 || !path.endsWith('/runs'))
        expect({ path, ...said(theirCursor) }).toEqual({ path, ...said(broken) });
    }
    expect(tried).toBeGreaterThan(8);
  });

  it('are returned for none of their idempotency keys', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const creating = operations.filter(
      ({ method, locations, security }) =>
        method === 'post' && !locations.some(({ in: where }) => where === 'path') && !security.includes('invitation'),
    );
    for (const operation of creating) {
      const { path, body } = await attemptOn(operation, theirs);
      const namesRecords = operation.locations.some(({ in: where }) => where === 'body');
      const own = namesRecords ? (await attemptOn(operation, mine)).body : body;
      const [first, again, other] = [
        await eve.post(path, body, headers),
        await eve.post(path, body, headers),
        await ada.post(path, own, headers),
      ];
      const replayed = [again, other].map((response) => response.headers['idempotent-replayed']);
      expect({ path, replayed, status: other.status }).toEqual({
        path,
        replayed: ['true', undefined],
        status: first.status,
      });
      if (first.body.id) expect(other.text).not.toContain(first.body.id);
    }
    expect(creating.length).toBeGreaterThan(8);
  });
});
