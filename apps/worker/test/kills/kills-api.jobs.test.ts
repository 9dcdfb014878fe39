import { expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { type Caller, useWorld } from '@tandem/testing/world';

const kills = 3;
const writesOfLife = 25;
const writerCount = 4;
const timeoutMillis = 60_000;

/** Each task was written once, with one event and one delivery. */
const timesTwice = `select t.title, count(distinct t.id)::int as tasks, count(distinct e.id)::int as events,
    count(d.id)::int as deliveries
  from tasks t left join events e on e.tenant_id = t.tenant_id and e.resource_id = t.id and e.type = 'task.created'
    left join webhook_deliveries d on d.tenant_id = e.tenant_id and d.event_id = e.id
  group by t.tenant_id, t.title having (count(distinct t.id), count(distinct e.id), count(d.id)) <> (1, 1, 1)`;
const written = 'select title from tasks';

describeEachBackend('writes over HTTP, while the API is killed', (backend) => {
  const { ada, receiver, bearer, asOwner, forkWorker, forkApi } = useWorld({ backend });

  const query = (text: string) => asOwner<Record<string, string>>(text);
  const titlesReceived = () => new Set(receiver.received.map(({ event }) => String(event.data.title)));

  /** The status of the response; 0 if there was none. */
  const write = (address: string, { key }: Caller, title: string) =>
    bearer(key, address)
      .post('/tasks', { title }, { 'idempotency-key': title })
      .then(
        ({ status }) => status,
        () => 0,
      );

  it(
    'each write reaches its receiver, and takes effect once however often it is retried',
    async () => {
      await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] });
      await forkWorker();
      let api = await forkApi();
      const acknowledged: string[] = [];
      let withoutResponse = 0;
      let isOver = false;
      const insist = async (title: string) => {
        for (;;) {
          const status = await write(api.address, ada, title);
          if (status === 201) return void acknowledged.push(title);
          if (status === 0) withoutResponse++;
          else expect([409, 503]).toContain(status);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      const writing = Array.from({ length: writerCount }, async () => {
        while (!isOver) await insist(newId());
      });
      for (let kill = 0; kill <= kills; kill++) {
        const before = acknowledged.length;
        await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + writesOfLife), timeoutMillis);
        if (kill === kills) break;
        await api.end('SIGKILL');
        api = await forkApi();
      }
      isOver = true;
      await Promise.all(writing);

      expect(withoutResponse).toBeGreaterThan(0);
      await eventually(() => expect(titlesReceived()).toEqual(new Set(acknowledged)), timeoutMillis);
      expect((await query(written)).map(({ title }) => title).sort()).toEqual([...acknowledged].sort());
      expect(await query(timesTwice)).toEqual([]);
    },
    3 * timeoutMillis,
  );
});
