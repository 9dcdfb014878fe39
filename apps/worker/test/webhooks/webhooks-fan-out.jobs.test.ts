import { expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { useWorld } from '@tandem/testing/world';

describeEachBackend('recovery concurrent with the fan-out', (backend) => {
  const { ada, receiver, asOwner, session } = useWorld({
    backend,
    settings: { WEBHOOK_RETRY_SCHEDULE: '0s,0.1s' },
    workers: 1,
    fresh: 'tenants',
  });
  const since = new Date(Date.now() - 60_000).toISOString();

  const create = async () =>
    (await ada.post('/webhook-endpoints', { url: `${receiver.url}/hook`, event_types: ['task.*'] })).body;
  const recover = async (body: object = {}) => (await ada.post('/webhook-events/recover', { since, ...body })).body;
  const statuses = async (count: number, status: string) =>
    eventually(async () => {
      const { body } = await ada.get(`/webhook-deliveries?status=${status}&limit=100`);
      expect(body.data).toHaveLength(count);
      return body.data as object[];
    });
  const task = async (title: string) => (await ada.post('/tasks', { title })).body;
  const titles = () => receiver.received.map(({ event }) => event.data.title);
  const cursor = `from subscription_cursors where tenant_id = $1 and subscription = 'FanOutEvents'`;
  const fannedOut = async () =>
    (await asOwner<{ sequence: number }>(`select sequence::int ${cursor}`, [ada.tenantId]))[0];
  /** Holds up the fan-out by locking its position, until the returned function is called. */
  const holdFanOut = async () => {
    await eventually(async () => expect(await fannedOut()).toBeDefined());
    const holder = session();
    await holder.query(`begin; select ${cursor.replace('$1', `'${ada.tenantId}'`)} for update`);
    return async () => {
      await holder.query('commit');
      await holder.close();
    };
  };
  const numbered = (tasks: number) =>
    eventually(async () => {
      const sql = `select max(sequence)::int as last from events
        where tenant_id = $1 and sequence is not null and type = 'task.created' having count(*) = ${tasks}`;
      const [found] = await asOwner<{ last: number }>(sql, [ada.tenantId]);
      expect(found).toBeDefined();
      return found!.last;
    });

  it('recovery leaves pending events to the fan-out', async () => {
    await create();
    const release = await holdFanOut();
    await task('live');
    await numbered(1);
    expect(await recover({ dry_run: true })).toEqual({ recovered: 0, has_more: false });
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
    await release();
    await task('later');
    const both = [{ is_recovered: false }, { is_recovered: false }];
    expect(await statuses(2, 'succeeded')).toMatchObject(both);
    expect(await recover()).toEqual({ recovered: 0, has_more: false });
    expect(titles().sort()).toEqual(['later', 'live']);
  });

  it('recovery beside a change keeps its delivery', async () => {
    await create();
    const { id } = await task('first');
    for (let round = 0; round < 5; round++) {
      const recoveries = Array.from({ length: 6 }, () => recover());
      await Promise.all([ada.patch(`/tasks/${id}`, { title: `round ${round}` }), ...recoveries]);
    }
    expect(await statuses(6, 'succeeded')).toMatchObject(Array(6).fill({ is_recovered: false }));
    expect(receiver.received).toHaveLength(6);
  });

  it('recovery delivers what the fan-out skips: events while a member had the endpoint disabled', async () => {
    const { id } = await create();
    await ada.post(`/webhook-endpoints/${id}/disable`);
    const release = await holdFanOut();
    await task('meantime');
    await numbered(1);
    await ada.post(`/webhook-endpoints/${id}/enable`);
    expect(await recover()).toEqual({ recovered: 1, has_more: false });
    await release();
    await task('later');
    await statuses(2, 'succeeded');
    expect(titles().sort()).toEqual(['later', 'meantime']);
  });

  it('an endpoint gets events from before it was disabled for failures, even if fanned out after', async () => {
    const { id } = await create();
    await task('early');
    const [early] = (await statuses(1, 'succeeded')) as { id: string }[];
    const release = await holdFanOut();
    const { id: first } = await task('first');
    await ada.post(`/tasks/${first}/complete`);
    receiver.react = responding(410);
    await ada.post(`/webhook-deliveries/${early!.id}/retry`);
    await eventually(async () =>
      expect((await ada.get(`/webhook-endpoints/${id}`)).body).toMatchObject({ disabled_reason: 'gone' }),
    );
    await release();
    await task('later');
    const last = await numbered(3);
    await eventually(async () => expect((await fannedOut())!.sequence).toBeGreaterThanOrEqual(last));
    receiver.react = responding(200);
    receiver.received.length = 0;
    await ada.post(`/webhook-endpoints/${id}/enable`);
    const reported = () => receiver.received.map(({ event }) => `${event.type} ${event.data.title as string}`).sort();
    await eventually(() =>
      expect(reported()).toEqual([
        'task.completed first',
        'task.created early',
        'task.created first',
        'task.created later',
      ]),
    );
  });

  it('enabling an endpoint does not wait for a running fan-out that skips it', async () => {
    const { id } = await create();
    receiver.react = responding(410);
    await task('first');
    const disabled = async () => (await ada.get(`/webhook-endpoints/${id}`)).body.disabled_reason;
    await eventually(async () => expect(await disabled()).toBe('gone'));
    const release = await holdFanOut();
    await task('missed');
    await numbered(2);
    receiver.react = responding(200);
    receiver.received.length = 0;
    await ada.post(`/webhook-endpoints/${id}/enable`);
    await eventually(() => expect(titles().sort()).toEqual(['first', 'missed']));
    await release();
    await task('later');
    await eventually(() => expect(titles().sort()).toEqual(['first', 'later', 'missed']));
  });
});
