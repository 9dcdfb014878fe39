import { beforeEach, describe, expect, it } from '@jest/globals';
import { Outbox, type SubscriptionState, SubscriptionStates } from '@tandem/domain/core/events/subscriptions';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';
import { echoes, echoing } from './echoes.feature.js';

describe('jobs on events', () => {
  const world = useWorld({ features: [echoing], fresh: 'world' });
  const { ada, tenant, asOwner, startWorker } = world;

  beforeEach(async () => {
    echoes.isRejected = () => false;
    echoes.ranges = [];
    echoes.several = [];
  });

  const tasks = (count: number, by = ada) =>
    Promise.all(Array.from({ length: count }, () => by.post('/tasks', { title: 'x' })));
  /** Numbers of the events with a stored effect, in the order of the effects. */
  const stored = async (of = ada) => {
    const text = 'select display_name as name from contacts where tenant_id = $1 order by id';
    return (await asOwner<{ name: string }>(text, [of.tenantId])).map(({ name }) => Number(name));
  };
  const numbers = async (of = ada) => {
    const text = `select sequence::int from events where tenant_id = $1 and type = 'task.created' order by sequence`;
    return (await asOwner<{ sequence: number }>(text, [of.tenantId])).map((row) => row.sequence);
  };
  const allStored = (count: number, of = ada) =>
    eventually(async () => {
      expect(await stored(of)).toHaveLength(count);
      expect(await stored(of)).toEqual(await numbers(of));
    });
  const states = () => world.api.container.get(SubscriptionStates);
  const positions = () =>
    eventually(async () => {
      const [state] = (await states().listAcrossTenants()).filter(({ attempts }) => attempts > 0);
      expect(state?.attempts).toBeGreaterThan(0);
      return state!;
    });
  const inTenant = <T>({ tenantId }: Pick<Caller, 'tenantId'>, work: () => T) => inScope(systemScope(tenantId), work);
  /** Numbers the events without a wake-up. */
  const numbered = async (): Promise<number[]> => {
    while ((await world.api.container.get(Outbox).relayAcrossTenants()).numbered);
    return numbers();
  };
  /** Six tasks, and the event of the third fails until it is healed. */
  const poisoned = async () => {
    await startWorker().then((worker) => worker.close()); // From now on its subscriptions are registered.
    await tasks(6);
    const bad = (await numbered())[2]!;
    echoes.isRejected = ({ sequence, tenantId }) => sequence === bad && tenantId === ada.tenantId;
    return bad;
  };

  it('run once for each event and in order, with several workers', async () => {
    await tasks(20);
    await Promise.all([startWorker(), startWorker()]);
    await tasks(20);
    await allStored(40);
    const all = await numbers();
    await eventually(() => expect(echoes.several).toEqual(all));
    await eventually(() => expect(echoes.ranges.at(-1)!.to).toBeGreaterThanOrEqual(all.at(-1)!));
    expect(echoes.ranges.map(({ from }) => from)).toEqual([1, ...echoes.ranges.slice(0, -1).map(({ to }) => to + 1)]);
  });

  it('are blocked by a failing event only for its tenant and subscription, which is reported', async () => {
    const other = await tenant('Other');
    const bad = await poisoned();
    const worker = await startWorker();
    await tasks(3, other);
    await allStored(3, other);
    await eventually(() => expect(echoes.several.length).toBeGreaterThanOrEqual(6));
    const state = await positions();
    expect(await stored()).toEqual((await numbers()).slice(0, 2));
    expect(state).toMatchObject({ subscription: 'EchoTask', tenantId: ada.tenantId, failedSequence: bad });
    expect(state).toMatchObject({ error: 'this event cannot be stood', position: bad - 1 });
    const text = await worker.registry.metrics();
    expect(text).toContain('tandem_subscription_standing{subscription="EchoTask"} 1');
    expect(text).toMatch(/tandem_subscription_failures_total\{subscription="EchoTask"\} [1-9]/);
    expect(text).toMatch(/tandem_subscription_lag_events\{subscription="EchoTask"\} [1-9]/);
    await eventually(async () => expect((await positions()).attempts).toBeGreaterThan(2));
    echoes.isRejected = () => false;
    await inTenant(ada, () => states().retry('EchoTask'));
    await allStored(6);
    expect((await states().listAcrossTenants()).filter(({ attempts }) => attempts > 0)).toEqual([]);
  });

  it('skip only the event that is given up, with an entry in the audit log', async () => {
    const bad = await poisoned();
    await startWorker();
    const { subscription } = await positions();
    await inTenant(ada, async () => {
      expect(await states().skip(subscription, bad + 1)).toBe(false);
      expect(await states().skip(subscription, bad)).toBe(true);
    });
    await eventually(async () =>
      expect(await stored()).toEqual((await numbers()).filter((sequence) => sequence !== bad)),
    );
    const { data } = (await ada.get('/audit-log?action=subscription.event_skipped')).body;
    expect(data).toMatchObject([{ metadata: { subscription, sequence: bad } }]);
  });

  it('start with the events numbered after their registration', async () => {
    await tasks(2);
    const before = await numbered();
    await tasks(2);
    await startWorker();
    await eventually(async () => expect(await stored()).toHaveLength(2));
    expect(await stored()).toEqual((await numbers()).filter((sequence) => sequence > before.at(-1)!));
  });

  it('finds work with a lost wake-up, and leaves no rows of a removed subscription', async () => {
    const worker = await startWorker();
    await worker.close();
    await tasks(2);
    await numbered();
    const waiting = async () =>
      (await asOwner<SubscriptionState & object>('select subscription from subscription_work')).map(
        ({ subscription }) => subscription,
      );
    expect(await waiting()).toEqual(expect.arrayContaining(['EchoTask', 'FanOutEvents', 'NoteRange']));
    await startWorker();
    await allStored(2);
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(await states().forgetAcrossTenants('EchoTask')).toBe(true);
    expect(await states().forgetAcrossTenants('EchoTask')).toBe(false);
  });
});
