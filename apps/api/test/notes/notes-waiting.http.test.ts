import { request } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { OneByOneNoteReader } from '@tandem/adapters/notes/one-by-one-note-reader';
import { type DomainError, unavailable } from '@tandem/domain/core/errors';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

const readBody = OneByOneNoteReader.prototype.read;

describe('a note whose body waits to be parsed', () => {
  const world = useWorld();
  const { ada, raw, asOwner } = world;
  let keys = 0;
  const fresh = () => ({ 'idempotency-key': `note-${++keys}` });

  afterEach(() => void jest.restoreAllMocks());

  /** The number of open transactions each time a body was read. */
  function watchReading(): number[] {
    const open: number[] = [];
    jest.spyOn(OneByOneNoteReader.prototype, 'read').mockImplementation(async function (
      this: OneByOneNoteReader,
      text,
    ) {
      const [row] = await asOwner<{
        open: number;
      }>(`select count(*)::int as open from pg_stat_activity where datname = current_database()
         and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`);
      open.push(row!.open);
      return readBody.call(this, text);
    });
    return open;
  }

  it('holds no transaction, with or without an Idempotency-Key, and is written once', async () => {
    const open = watchReading();
    const key = fresh();
    const created = await ada.post('/notes', { title: 'Waiting', body: 'one two' }, key);
    expect([created.status, created.body.word_count]).toEqual([201, 2]);
    const changed = await ada.patch(`/notes/${created.body.id}`, { body: 'one two three' }, fresh());
    expect([changed.status, changed.body.word_count]).toEqual([200, 3]);
    expect(open).toEqual([0, 0]);
    const again = await ada.post('/notes', { title: 'Waiting', body: 'one two' }, key);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', created.text]);
    expect((await ada.get('/notes?q=Waiting')).body.data).toHaveLength(1);
  });

  it('is parsed once per request, and not at all if an update keeps the body', async () => {
    const open = watchReading();
    const created = await ada.post('/notes', { title: 'Once', body: 'text' });
    await ada.patch(`/notes/${created.body.id}`, { title: 'Renamed' }, fresh());
    expect(open).toHaveLength(1);
    const cleared = await ada.patch(`/notes/${created.body.id}`, { body: null });
    expect([cleared.body.word_count, open.length]).toEqual([0, 2]);
  });

  const note = { title: 'Abandoned', body: 'WEB-1 '.repeat(20_000) };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_note', arguments: note } };

  it.each([
    ['/api/v1/notes', note],
    ['/mcp', call],
  ])('is no longer parsed after the client of %s has left', async (path, body) => {
    const client = request(`${world.address}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    });
    client.on('error', () => undefined);
    const reading = new Promise<void>((resolve, reject) => {
      jest.spyOn(OneByOneNoteReader.prototype, 'read').mockImplementationOnce(async function (
        this: OneByOneNoteReader,
        text,
      ) {
        client.destroy();
        const outcome = () =>
          readBody.call(this, text).then(
            () => 'read',
            ({ code }: DomainError) => code,
          );
        const refused = async () => expect(await outcome()).toBe('unavailable');
        await eventually(refused).then(resolve, reject);
        return readBody.call(this, text);
      });
    });
    client.end(JSON.stringify(body));
    await reading;
    expect((await ada.get('/notes?q=Abandoned')).body.data).toEqual([]);
  });

  it('takes a bounded amount of work, however many telephone numbers and addresses it contains', async () => {
    const bomb = `tel:${','.repeat(250)} tel:1,1,1,1 tel:1 mailto:a@b.c,a@b.c `;
    const before = process.cpuUsage();
    const created = await ada.post('/notes', { title: 'Bomb', body: bomb.repeat((1 << 20) / bomb.length) });
    expect(created.status).toBe(201);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });

  it('returns 503 with a fitting text if it waits too long, and frees its key', async () => {
    const key = fresh();
    const busy = unavailable('Other long notes are being read; this one was not.');
    jest.spyOn(OneByOneNoteReader.prototype, 'read').mockRejectedValueOnce(busy);
    const refused = await ada.post('/notes', { title: 'Late', body: 'text' }, key);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect((await raw('get', '/problems/unavailable')).text).toContain('other long notes');
    expect((await ada.post('/notes', { title: 'Late', body: 'text' }, key)).status).toBe(201);
  });
});
