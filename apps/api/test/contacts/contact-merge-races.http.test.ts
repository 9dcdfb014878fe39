import { describe, expect, it } from '@jest/globals';
import { deadlocks } from '@tandem/testing/deadlocks';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('contacts merged while other requests wait for them', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  const meanwhile = world.session();

  /** In the order of their ids. */
  const contacts = async (...names: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const display_name of names) ids.push((await ada.post('/contacts', { display_name })).body.id);
    return ids;
  };
  const task = async (fields = {}): Promise<string> => (await ada.post('/tasks', { title: 'T', ...fields })).body.id;
  const link = (of: string, entity_id: string) => ada.post(`/tasks/${of}/links`, { entity_type: 'contact', entity_id });
  const merge = (id: string, source: string) => ada.post(`/contacts/${id}/merge`, { source_id: source });
  const complete = (id: string) => ada.post(`/tasks/${id}/complete`);
  const recurring = async (linkedTo: string) => {
    const id = await task({ due_date: '2026-01-01', rrule: 'FREQ=DAILY' });
    await link(id, linkedTo);
    return id;
  };

  /** Sends requests one by one while a row is locked, each once the previous one waits; returns all responses. */
  const behind = async <T>(table: string, id: string, requests: (() => Promise<T>)[], look = async () => {}) => {
    await meanwhile.query('begin');
    await meanwhile.query(`select from ${table} where id = $1 for update`, [id]);
    const responses: Promise<T>[] = [];
    for (const request of requests) {
      responses.push(request());
      await eventually(async () => expect(await meanwhile.waiting()).toBe(responses.length));
    }
    await look();
    await meanwhile.query('commit');
    return Promise.all(responses);
  };

  const meetings: [string, number, (id: string, last: string) => Promise<() => Promise<{ status: number }>>][] = [
    ['a change', 200, async (id) => () => ada.patch(`/contacts/${id}`, { bio: 'x' })],
    ['a new link', 201, (id) => task().then((of) => () => link(of, id))],
    ['a copied link', 200, (id) => recurring(id).then((of) => () => complete(of))],
    ['a merge', 422, async (id, last) => () => merge(last, id)],
  ];

  it.each(meetings)('%s that waits for one allows the survivor to be merged as well', async (_, status, meeting) => {
    const before = await deadlocks(world);
    const [former, source, survivor, last] = (await contacts('A', 'B', 'C', 'D')) as [string, string, string, string];
    await merge(source, former);
    const meet = await meeting(source, last);
    // The first merge holds its two contacts and waits for the former one.
    const requests = [() => merge(survivor, source), meet, () => merge(last, survivor)];
    const responses = await behind('contacts', former, requests);
    expect(responses.map((response) => response.status)).toEqual([200, status, 200]);
    expect(await deadlocks(world)).toBe(before);
  });

  it('contacts are locked in the order of their ids, after tasks', async () => {
    const [first, second] = (await contacts('A', 'B')) as [string, string];
    const parent = await recurring(second);
    await link(await task({ parent_id: parent }), first);
    const secondIsFree = async () => {
      const text = 'select from contacts where id = $1 for update skip locked';
      expect(await asOwner(text, [second])).toHaveLength(1);
    };
    const [linked] = await behind('tasks', parent, [() => link(parent, second)], secondIsFree);
    const [completed] = await behind('contacts', first, [() => complete(parent)], secondIsFree);
    expect([linked!.status, completed!.status]).toEqual([200, 200]);
  });
});
