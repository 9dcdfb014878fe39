import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { copyTask, idsIn, type Line, linesOf } from './exported.js';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';
import { goals } from '../../../../examples/goals/src/goals.feature.js';

describe('an export', () => {
  const world = useWorld({ features: [goals], workers: 1, fresh: 'tenants' });
  const { ada, other, withKey } = world;

  const titled = async (count: number, caller: Caller = ada) => {
    for (let first = 0; first < count; first += 20) {
      const requests = Array.from({ length: Math.min(20, count - first) }, (_, i) => ({
        method: 'POST',
        path: '/api/v1/tasks',
        body: { title: `Task ${first + i}` },
      }));
      expect((await caller.post('/batch', { requests })).status).toBe(200);
    }
  };

  it('holds all records of a list between a manifest and an end that sums up the bytes before it', async () => {
    await titled(3);
    await other.post('/tasks', { title: 'Theirs' });
    const newest = async () =>
      (await ada.get('/webhook-events?limit=1')).body.data[0] as { sequence: number; type: string };
    await eventually(async () => expect((await ada.get('/webhook-events?type=task.*')).body.data).toHaveLength(3));
    const { sequence } = await newest();
    const { text, headers } = await ada.get('/exports/tasks.ndjson');
    const lines = linesOf(text);
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(lines[0]).toMatchObject({ type: 'manifest', sequence, types: ['task'], schema_version: 1 });
    const { data } = (await ada.get('/tasks')).body;
    expect(lines.slice(1, -1)).toEqual(data.map((record: object) => ({ type: 'task', record })));
    const before = text.slice(0, text.lastIndexOf('{"type":"end"'));
    const sha256 = createHash('sha256').update(before).digest('hex');
    expect(lines.at(-1)).toEqual({ type: 'end', counts: { task: 3 }, sha256 });
  });

  it('takes the filters of the list, and refuses its pages', async () => {
    await titled(2);
    const wanted = (await ada.post('/tasks', { title: 'Wanted', priority: 'high' })).body.id as string;
    expect(idsIn((await ada.get('/exports/tasks.ndjson?priority=high')).text)).toEqual([wanted]);
    for (const query of ['limit=5', 'cursor=x', 'priority=none-such', 'resume=x', 'resume=task~x', 'resume=note~'])
      expect({ query, status: (await ada.get(`/exports/tasks.ndjson?${query}`)).status }).toEqual({
        query,
        status: 400,
      });
  });

  it('is complete over many pages, and continues after any cursor line', async () => {
    await titled(1);
    await copyTask(world, ada, 599);
    const { text } = await ada.get('/exports/tasks.ndjson');
    const lines = linesOf(text);
    expect(new Set(idsIn(text)).size).toBe(600);
    const cursors = lines.flatMap((line, at) =>
      line.type === 'cursor' ? [{ at, cursor: line.cursor as string }] : [],
    );
    expect(cursors.map(({ at }) => at)).toEqual([251, 502]);
    for (const { at, cursor } of cursors) {
      const rest = await ada.get(`/exports/tasks.ndjson?resume=${cursor}`);
      const received = linesOf(text.split('\n').slice(0, at).join('\n') + '\n').flatMap(
        ({ record }) => record?.id ?? [],
      );
      expect([...received, ...idsIn(rest.text)]).toEqual(idsIn(text));
      expect(linesOf(rest.text).at(-1)).toMatchObject({ type: 'end', counts: { task: 600 - received.length } });
    }
  });

  it('needs the right to read the list, and shows what the list shows', async () => {
    await titled(1);
    const reader = await withKey(ada, { scopes: ['notes:read'] });
    expect((await reader.get('/exports/tasks.ndjson')).body).toMatchObject({ status: 403, scope: 'tasks:read' });
    expect((await reader.get('/exports/tasks.csv')).body).toMatchObject({ status: 403, scope: 'tasks:read' });
    expect(idsIn((await other.get('/exports/tasks.ndjson')).text)).toEqual([]);
  });

  it('exists for the lists of an outside package', async () => {
    const { id } = (await ada.post('/goals', { title: 'A hundred customers' })).body as { id: string };
    const lines = linesOf((await ada.get('/exports/goals.ndjson')).text);
    expect(lines[1]).toMatchObject({ type: 'goal', record: { id, title: 'A hundred customers' } });
    expect((await ada.get('/exports/goals.csv')).text).toContain('A hundred customers');
  });

  it('is counted and audited', async () => {
    await titled(1);
    await ada.get('/exports/tasks.ndjson?priority=none');
    await eventually(async () => {
      const { data } = (await ada.get('/audit-log?action=export.*')).body;
      expect(data.map(({ action, metadata }: Line) => [action, metadata])).toMatchObject([
        ['export.finished', { counts: { task: 1 }, complete: true }],
        ['export.started', { format: 'ndjson', types: ['task'], filters: ['priority'] }],
      ]);
    });
    await eventually(async () => expect((await ada.get('/usage')).body.data[0]).toMatchObject({ export_count: 1 }));
  });
});
