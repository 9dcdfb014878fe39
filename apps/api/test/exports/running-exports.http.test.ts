import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { copyTask, idsIn, type Line, linesOf } from './exported.js';

describe('a running export', () => {
  const world = useWorld({ workers: 1 });
  const { ada, other } = world;
  const address = () => world.address;

  /** Opened, but not read beyond what the sockets hold. */
  const open = (path = '/exports/tasks.ndjson', at = address(), { key } = ada) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${at}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } }, resolve).on('error', reject);
    });
  const slots = async () => (await world.asOwner('select id from export_slots')).length;
  const allFree = () => eventually(async () => expect(await slots()).toBe(0));

  beforeAll(async () => {
    await ada.post('/tasks', { title: 'Large', description: 'x'.repeat(20_000) });
    await copyTask(world, ada, 4000);
  });

  it('takes one of two slots of its tenant in all processes, until its client leaves', async () => {
    const second = await world.startApi();
    const running = [await open(), await open(undefined, second.address)];
    const refused = await ada.get('/exports/contacts.ndjson');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_exports',
      '10',
    ]);
    expect((await other.get('/exports/tasks.ndjson')).status).toBe(200);
    for (const response of running) response.destroy();
    await allFree();
    expect((await ada.get('/exports/contacts.ndjson')).status).toBe(200);
  });

  it('lacks its end if it is cut off, and a resumed one holds the rest', async () => {
    const response = await open();
    response.setEncoding('utf8');
    let text = '';
    for await (const chunk of response) {
      text += chunk as string;
      if (linesOf(text.slice(0, text.lastIndexOf('\n') + 1)).some(({ type }) => type === 'cursor')) break;
    }
    await allFree();
    const received = linesOf(text.slice(0, text.lastIndexOf('\n') + 1));
    expect(received.at(-1)!.type).not.toBe('end');
    const last = received.findLastIndex(({ type }) => type === 'cursor');
    const before = received.slice(0, last).flatMap(({ record }) => record?.id ?? []);
    const rest = await ada.get(`/exports/tasks.ndjson?resume=${received[last]!.cursor as string}`);
    expect(linesOf(rest.text).at(-1)).toMatchObject({ type: 'end' });
    expect(new Set([...before, ...idsIn(rest.text)]).size).toBe(4001);
    expect(before.length + idsIn(rest.text).length).toBe(4001);
    await eventually(async () => {
      const { data } = (await ada.get('/audit-log?action=export.finished&limit=2')).body;
      expect(data.map(({ metadata }: Line) => (metadata as { complete: boolean }).complete)).toEqual([true, false]);
    });
  });

  it('frees the slot of a killed process within 30 seconds', async () => {
    const doomed = await world.forkApi();
    await open('/exports/tasks.ndjson', doomed.address).then((response) => response.on('error', () => undefined));
    await doomed.end('SIGKILL');
    expect(await slots()).toBe(1);
    const [slot] = await world.asOwner<{ seconds: number }>(
      'select extract(epoch from leased_until - now())::float as seconds from export_slots',
    );
    expect(slot!.seconds).toBeLessThan(30);
    await world.asOwner(`update export_slots set leased_until = leased_until - interval '30 seconds'`);
    const running = [await open(), await open()];
    for (const response of running) response.destroy();
    await allFree();
  });

  it('equals the table once the events after its sequence are applied, whatever was written meanwhile', async () => {
    const { id: kept } = (await other.post('/tasks', { title: 'Kept' })).body as { id: string };
    await copyTask(world, other, 3000);
    const ids = (await world.asOwner<{ id: string }>('select id from tasks where tenant_id = $1', [other.tenantId]))
      .map(({ id }) => id)
      .filter((id) => id !== kept);
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) {
        await other.patch(`/tasks/${ids[(i * 37) % ids.length]!}`, { title: `Changed ${i}` });
        await other.delete(`/tasks/${ids[(i * 53) % ids.length]!}`);
        await other.post('/tasks', { title: `New ${i}` });
      }
    })();
    const response = await open('/exports/tasks.ndjson', address(), other);
    response.setEncoding('utf8');
    let text = '';
    response.on('data', (chunk: string) => (text += chunk));
    await once(response, 'end');
    isOver = true;
    await writing;
    const lines = linesOf(text);
    expect(lines.at(-1)!.type).toBe('end');
    const copy = new Map(lines.flatMap(({ record }) => (record ? [[record.id, record]] : [])));
    const stored = async () => {
      const { text } = await other.get('/exports/tasks.ndjson');
      return new Map(linesOf(text).flatMap(({ record }) => (record ? [[record.id, record]] : [])));
    };
    await eventually(async () => {
      for (let after = lines[0]!.sequence as number, more = true; more;) {
        const page = (await other.get(`/webhook-events?after_sequence=${after}&limit=100`)).body as {
          data: { type: string; data: Line['record']; sequence: number }[];
          has_more: boolean;
        };
        for (const { type, data } of page.data) {
          if (!type.startsWith('task.')) continue;
          if (type === 'task.deleted') copy.delete(data!.id);
          else copy.set(data!.id, data!);
        }
        after = page.data.at(-1)?.sequence ?? after;
        more = page.has_more;
      }
      const table = await stored();
      // Compared one by one: the difference of two long lists takes longer than the test may.
      const differing = [...new Set([...copy.keys(), ...table.keys()])].filter(
        (id) => !isDeepStrictEqual(copy.get(id), table.get(id)),
      );
      expect(differing).toEqual([]);
    });
  });
});
