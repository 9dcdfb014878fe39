import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { allPages, dueOf, expectOrder, type Listed, orders, random, ranks, titles } from './sorted-tasks.js';

const count = 500;
const inBatch = 100;
const queries = 12;
const writers = 10;
const noon = '2027-03-15T12:00:00Z';

type Filter = [parameter: string, keeps: (task: Listed) => boolean];

describe('a list of tasks', () => {
  const { ada } = useWorld();
  const labels: string[] = [];
  const model: Listed[] = [];

  const anyTask = () => ({
    title: random(titles),
    priority: random(ranks),
    label_ids: labels.filter(() => Math.random() < 0.3),
    ...random([{}, { due_at: `2027-03-${10 + Math.floor(Math.random() * 20)}T09:00:00Z` }, { due_date: '2027-03-15' }]),
  });

  beforeAll(async () => {
    for (let n = 0; n < 5; n++)
      labels.push((await ada.post('/labels', { name: `Label ${n}`, color: '#336699' })).body.id as string);
    for (let created = 0; created < count; created += inBatch) {
      const requests = Array.from({ length: inBatch }, () => ({
        method: 'POST',
        path: '/api/v1/tasks',
        body: anyTask(),
      }));
      const { results } = (await ada.post('/batch', { requests })).body as { results: { body: Listed }[] };
      model.push(...results.map(({ body }) => body));
    }
    expect(model.filter(({ id }) => !id).slice(0, 2)).toEqual([]);
  });

  const filters: (() => Filter)[] = [
    () => {
      const some = [random(labels), random(labels)];
      return [`label_id=${some.join()}`, ({ label_ids }) => some.some((id) => label_ids.includes(id))];
    },
    () => {
      const some = [random(ranks), random(ranks)];
      return [`priority=${some.join()}`, ({ priority }) => some.includes(priority)];
    },
    () => [`due_before=${noon}`, (task) => dueOf(task) < Date.parse(noon)],
  ];

  it('holds what its filters select, in order, without gap or repeat while others write', async () => {
    const known = new Set(model.map(({ id }) => id));
    const write = () => Promise.all(Array.from({ length: writers }, () => ada.post('/tasks', anyTask())));
    for (let n = 0; n < queries; n++) {
      const sort = random(orders);
      const chosen = filters.filter(() => Math.random() < 0.5).map((filter) => filter());
      const query = [`sort=${sort}`, 'limit=100', ...chosen.map(([parameter]) => parameter)].join('&');
      const found = await allPages(ada, query, write);
      expect([query, new Set(found.map(({ id }) => id)).size]).toEqual([query, found.length]);
      expectOrder(found, sort);
      const expected = model.filter((task) => chosen.every(([, keeps]) => keeps(task))).map(({ id }) => id);
      const old = found.map(({ id }) => id).filter((id) => known.has(id));
      expect([query, old.sort()]).toEqual([query, expected.sort()]);
    }
  });
});
