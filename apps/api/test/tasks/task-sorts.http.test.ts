import { beforeAll, describe, expect, it } from '@jest/globals';
import { FollowTimeZones } from '@tandem/domain/tenants/follow-time-zones';
import { useWorld } from '@tandem/testing/world';
import { copiesOfTasks } from './copied-tasks.js';
import { allPages, expectOrder, type Listed, orders, random, ranks, titles } from './sorted-tasks.js';

describe('the order of tasks', () => {
  const world = useWorld();
  const { ada, other: eve } = world;

  const pages = (query: string, between?: () => Promise<unknown>) => allPages(ada, `limit=17&${query}`, between);

  beforeAll(async () => {
    for (let n = 0; n < 120; n++) {
      const due = random([
        {},
        { due_at: `2027-0${1 + (n % 9)}-01T0${n % 10}:00:00Z` },
        { due_date: `2027-03-${10 + (n % 20)}` },
      ]);
      await ada.post('/tasks', { title: random(titles), priority: random(ranks), position: n % 7, ...due });
    }
  });

  it.each(orders)('follows %s through all pages', async (sort) => {
    const found = await pages(`sort=${sort}`);
    expect(new Set(found.map(({ id }) => id)).size).toBe(120);
    expectOrder(found, sort);
  });

  it.each(['title', '-due', 'priority'])('of %s has neither gap nor repeat while tasks are added', async (sort) => {
    const before = new Set((await pages(`sort=${sort}`)).map(({ id }) => id));
    const add = () => ada.post('/tasks', { title: random(titles), priority: random(ranks) });
    const found = (await pages(`sort=${sort}`, () => Promise.all([add(), add(), add()]))).map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    expect([...before].filter((id) => !found.includes(id))).toEqual([]);
  });

  it('takes the longest titles', async () => {
    const title = '👩‍🚀️'.repeat(500).slice(0, 1500);
    const { status } = await ada.post('/tasks', { title: [...title].slice(0, 500).join('') });
    expect(status).toBe(201);
    const emoji = await ada.post('/contacts', { given_name: '☎️'.repeat(200), family_name: '☎️'.repeat(200) });
    expect(emoji.status).toBe(201);
  });

  it('is bound to its cursor', async () => {
    const { next_cursor: cursor } = (await ada.get('/tasks?sort=title&limit=5')).body;
    for (const other of ['-title', 'due', '']) {
      const { body } = await ada.get(`/tasks?limit=5&cursor=${cursor}${other && `&sort=${other}`}`);
      expect(body).toMatchObject({ status: 400, errors: [{ parameter: 'cursor', code: 'invalid_cursor' }] });
    }
    const { body } = await ada.get('/tasks?sort=color');
    expect(body).toMatchObject({ status: 400, errors: [{ parameter: 'sort' }] });
  });

  it('by due date follows the time zone of the tenant, and its changes', async () => {
    const make = (title: string, due: object) => eve.post('/tasks', { title, ...due });
    await make('day', { due_date: '2027-03-28' });
    await make('before', { due_at: '2027-03-28T21:59:00Z' });
    await make('after', { due_at: '2027-03-28T22:01:00Z' });
    const order = async () => ((await eve.get('/tasks?sort=due')).body.data as Listed[]).map(({ title }) => title);
    expect(await order()).toEqual(['before', 'after', 'day']);
    // Summer time began in Berlin on that day: it ends at 22:00 UTC.
    await eve.patch('/tenant', { timezone: 'Europe/Berlin' });
    expect(await order()).toEqual(['before', 'day', 'after']);
    await make('next day', { due_date: '2027-03-29' });
    await make('later', { due_at: '2027-03-29T22:30:00Z' });
    expect(await order()).toEqual(['before', 'day', 'after', 'next day', 'later']);
  });

  it('by due date follows a new time zone in all tasks, also in those of requests that began before it', async () => {
    await eve.post('/tasks', { title: 'to copy' });
    const dated = { due_date: "'2027-03-30'", due: "'2027-03-31Z'" };
    await world.asOwner(
      `${copiesOfTasks(dated)} from tasks t, generate_series(1, 12000) where t.tenant_id = $1 and t.title = 'to copy'`,
      [eve.tenantId],
    );
    const wrong = async () => {
      const [row] = await world.asOwner<{ count: number; marks: number }>(
        `select count(*)::int as count, (select count(*)::int from tenants where zone_changed_at is not null) as marks
         from tasks where tenant_id = $1 and due_date is not null
           and due <> (due_date + 1)::timestamp at time zone 'Asia/Tokyo'`,
        [eve.tenantId],
      );
      return row;
    };
    await eve.patch('/tenant', { timezone: 'Asia/Tokyo' });
    expect((await wrong())!.count).toBeGreaterThan(0);
    const follow = () => world.api.container.get(FollowTimeZones).run();
    await follow();
    expect(await wrong()).toEqual({ count: 0, marks: 1 });
    const late = `update tasks set due = due_date where tenant_id = $1 and due_date is not null`;
    await world.asOwner(late, [eve.tenantId]);
    await world.asOwner(
      `update tenants set zone_changed_at = date_trunc('second', now() - interval '1 minute') where id = $1`,
      [eve.tenantId],
    );
    await follow();
    expect(await wrong()).toEqual({ count: 0, marks: 0 });
  });
});
