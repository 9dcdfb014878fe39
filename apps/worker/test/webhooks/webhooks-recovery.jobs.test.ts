import { expect, it } from '@jest/globals';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { FanOutEvents } from '@tandem/domain/webhooks/deliveries/fan-out-events';
import { eventually } from '@tandem/testing/eventually';
import { tandem } from '@tandem/testing/tandem';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';

describeEachBackend('missed and held webhooks', (backend) => {
  const { ada, receiver, asOwner, workers } = useWorld({
    backend,
    settings: { WEBHOOK_RETRY_SCHEDULE: '0s,0.1s' },
    workers: 1,
    fresh: 'tenants',
  });
  const start = new Date(Date.now() - 60_000).toISOString();

  const create = async (path = '/hook', fields: object = { event_types: ['task.*'] }) =>
    (await ada.post('/webhook-endpoints', { url: receiver.url + path, ...fields })).body;
  const tasks = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => ada.post('/tasks', { title: `t${index}` })));
  const recover = async (body: object = {}) =>
    (await ada.post('/webhook-events/recover', { since: start, ...body })).body;
  const statuses = async (count: number, status: string) =>
    eventually(async () => {
      const { body } = await ada.get(`/webhook-deliveries?status=${status}&limit=100`);
      expect(body.data).toHaveLength(count);
      return body.data as object[];
    });
  const task = async (title: string) => (await ada.post('/tasks', { title })).body;
  const titles = () => receiver.received.map(({ event }) => event.data.title);

  it('recovery queues failed and unsent events once', async () => {
    await create();
    receiver.react = responding(500);
    await tasks(4);
    await statuses(4, 'exhausted');
    const never = `delete from webhook_deliveries
      where id = (select id from webhook_deliveries where tenant_id = $1 limit 1)`;
    await asOwner(`delete from webhook_attempts where tenant_id = $1`, [ada.tenantId]);
    await asOwner(never, [ada.tenantId]);
    receiver.react = responding(200);
    receiver.received.length = 0;
    expect(await recover({ dry_run: true })).toEqual({ recovered: 4, has_more: false });
    expect(await recover({ event_types: ['task.canceled'] })).toEqual({ recovered: 0, has_more: false });
    const justAfter = new Date(Date.parse(start) + 1).toISOString();
    expect(await recover({ until: justAfter })).toEqual({ recovered: 0, has_more: false });
    expect(await recover()).toEqual({ recovered: 4, has_more: false });
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
    await statuses(4, 'succeeded');
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
    const sequences = receiver.received.map(({ event }) => event.sequence);
    expect(sequences).toHaveLength(4);
    const audit = await ada.get('/audit-log?action=webhook_event.recovered');
    expect(audit.body.data).toMatchObject([{ metadata: { recovered: 4 } }]);
  });

  it('an endpoint that responds 410 is disabled, and gets missed events once it is enabled again', async () => {
    const { id } = await create();
    receiver.react = responding(410);
    await task('first');
    await eventually(async () =>
      expect((await ada.get(`/webhook-endpoints/${id}`)).body).toMatchObject({
        is_enabled: false,
        disabled_reason: 'gone',
      }),
    );
    expect(await statuses(1, 'skipped')).toMatchObject([{ attempt_count: 1, http_status: 410 }]);
    const { id: missed } = await task('missed');
    await ada.patch(`/tasks/${missed}`, { title: 'missed too' });
    receiver.react = responding(200);
    receiver.received.length = 0;
    const enabled = await ada.post(`/webhook-endpoints/${id}/enable`);
    await eventually(() => expect(titles().sort()).toEqual(['first', 'missed', 'missed too']));
    await eventually(async () =>
      expect((await ada.get(`/webhook-endpoints/${id}`)).body).toEqual({
        ...enabled.body,
        health: { ...enabled.body.health, last_success_at: expect.any(String) },
      }),
    );
  });

  it('an endpoint repeatedly gone and enabled while events arrive gets each once', async () => {
    const { id } = await create();
    const underWay = 'select from webhook_attempts where finished_at is null';
    const [taken, created] = [[] as unknown[], [] as string[]];
    let [isDeleted, isDone] = [false, false];
    receiver.react = ({ event }, response) => {
      if (!isDeleted) taken.push(event.data.title);
      response.writeHead(isDeleted ? 410 : 200).end();
    };
    const making = (async () => {
      while (!isDone) created.push((await task(`t${created.length}`)).title);
    })();
    for (let cycle = 0; cycle < 8; cycle++) {
      isDeleted = true;
      await eventually(async () =>
        expect((await ada.get(`/webhook-endpoints/${id}`)).body).toMatchObject({ is_enabled: false }),
      );
      // Requests in flight at that time are known: unreported ones may be sent again.
      await eventually(async () => expect(await asOwner(underWay)).toEqual([]));
      isDeleted = false;
      await ada.post(`/webhook-endpoints/${id}/enable`);
    }
    isDone = true;
    await making;
    await eventually(() => expect(new Set(taken)).toEqual(new Set(created)));
    await eventually(async () =>
      expect(await asOwner('select from webhook_deliveries where due_at is not null')).toEqual([]),
    );
    expect(taken).toHaveLength(created.length);
  });

  it('an endpoint disabled by a member gets no events of that time', async () => {
    const { id } = await create();
    await ada.post(`/webhook-endpoints/${id}/disable`);
    await task('meantime');
    await ada.post(`/webhook-endpoints/${id}/enable`);
    await task('later');
    await eventually(() => expect(titles()).toEqual(['later']));
    expect((await ada.get('/webhook-deliveries')).body.data).toHaveLength(1);
  });

  it('recovery sends no event from before the creation of the endpoint', async () => {
    await tasks(2);
    const { id } = await create();
    expect(await recover({ endpoint_id: id })).toEqual({ recovered: 0, has_more: false });
  });

  it('recovering the same events twice creates no second delivery', async () => {
    await create();
    await tasks(3);
    await statuses(3, 'succeeded');
    const again = () => workers[0]!.container.get(FanOutEvents).run({ from: 1, to: 1000 });
    await tandem.within(() => inScope(systemScope(ada.tenantId), again));
    await tasks(1);
    await statuses(4, 'succeeded');
    expect(receiver.received).toHaveLength(4);
  });

  it('an endpoint without responses gets at most ten requests at once, and delays no other', async () => {
    await create('/silent');
    await create('/quick');
    let silent = 0;
    receiver.react = ({ path }, response) => void (path === '/silent' ? silent++ : response.end());
    await tasks(30);
    await eventually(() => expect(receiver.at('/quick')).toHaveLength(30), 12_000);
    expect(silent).toBeLessThanOrEqual(10);
    await eventually(() => expect(silent).toBe(10));
    await tasks(5);
    await eventually(() => expect(receiver.at('/quick')).toHaveLength(35), 12_000);
    expect(silent).toBe(10);
  });

  it('after ten failures in a row an endpoint is held, and its deliveries wait for a probe', async () => {
    const { id } = await create();
    receiver.react = responding(500);
    await tasks(30);
    const held = `select held_until > now() as held from webhook_endpoint_healths where id = $1`;
    await eventually(async () => expect(await asOwner(held, [id])).toEqual([{ held: true }]));
    // Up to nine failed before the ten concurrent failures that caused the hold.
    expect(receiver.received.length).toBeLessThan(20);
    receiver.react = responding(200);
    await asOwner(`update webhook_endpoint_healths set held_until = now() where id = $1`, [id]);
    await eventually(async () => {
      const { data } = (await ada.get('/webhook-deliveries?limit=100')).body as { data: { status: string }[] };
      const ended = (status: string) => data.filter((delivery) => delivery.status === status).length;
      // A few had both attempts before the hold.
      expect(ended('succeeded') + ended('exhausted')).toBe(30);
      expect(ended('exhausted')).toBeLessThan(10);
    });
  });

  it('an endpoint without a success for five days is disabled', async () => {
    const { id } = await create();
    await create('/news', { event_types: ['webhook_endpoint.*'] });
    receiver.react = ({ path }, response) => void response.writeHead(path === '/news' ? 200 : 500).end();
    await tasks(2);
    await statuses(2, 'exhausted');
    const older = `update webhook_endpoint_healths
      set failing_since = now() - interval '121 hours', failed_tries = 19 where id = $1`;
    await asOwner(older, [id]);
    await tasks(1);
    await eventually(async () =>
      expect((await ada.get(`/webhook-endpoints/${id}`)).body.disabled_reason).toBe('consecutive_failures'),
    );
    const reported = () => receiver.at('/news').map(({ event }) => event.type);
    await eventually(() => expect(reported()).toContain('webhook_endpoint.disabled'));
  });
});
