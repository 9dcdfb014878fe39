import { expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { type Caller, useWorld } from '@tandem/testing/world';
import { Storm } from './storm.js';

/** `npm run bench:kills` asks for more. */
const count = Number(process.env.KILLS_EVENTS ?? 5000);
const tenantCount = 10;
const schedulesOfTenant = 2;
const failuresOfSchedule = 3;
const timeoutMillis = 120_000 + count * 20;
const endpointsOfTenant = 2;
/** A kill hits work in flight, whatever the total: three requests an endpoint, and four unstored responses. */
const duplicatesOfKill = tenantCount * endpointsOfTenant * 7;
/** Of few events, a kill hits a larger part. */
const maxDuplicates = count < 20_000 ? 1 : 0.02;
const maxKills = Math.max(3, Math.ceil(count / 2000));

/** No delivery of these can be created before the trigger is dropped: the consumer fails repeatedly. */
const refusal = `
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by this test'; end $$;
  create trigger refused before insert on webhook_deliveries
    for each row when (new.sequence % 200 = 77) execute function refuse()`;
const lifting = `drop trigger refused on webhook_deliveries;
  update subscription_cursors set retry_at = now() where attempts > 0`;

const deliveriesMissing = `select count(*)::int as count
  from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
  where e.type like 'task.%' and e.type like replace(w.event_types[1], '*', '%')
    and 1 <> (select count(*) from webhook_deliveries d
      where d.tenant_id = e.tenant_id and d.endpoint_id = w.id and d.event_id = e.id)`;
const notDelivered = `select count(*)::int as count from webhook_deliveries where status <> 'succeeded'`;
const gaps = `select count(*)::int as count from (
    select sequence - lag(sequence, 1, 0::bigint) over (partition by tenant_id order by sequence) as step
    from events where is_public) s
  where step is distinct from 1`;
const openRuns = `select count(*)::int as count from agent_runs where status in ('queued', 'running')`;
/** A run that lost its worker twice does not count. */
const miscounted = `select count(*)::int as count from agent_schedules s where consecutive_failures <> (
    select count(*) from agent_runs r where r.schedule_id = s.id and r.failure_category = 'tool_error')`;
const failedAsRequested = `select count(*)::int as count from agent_runs where failure_category = 'tool_error'`;
const left = 'select count(*)::int as count from subscription_work';

describeEachBackend(
  'everything that starts from events, while workers are killed and the queue is emptied',
  (backend) => {
    const world = useWorld({ backend });
    const { receiver } = world;

    const query = (text: string) => world.asOwner<Record<string, number>>(text);
    const counted = async (text: string) => (await query(text))[0]!.count;

    /** A tenant with an endpoint for all task events, one for a tenth of them, and schedules whose runs fail. */
    const furnished = async (index: number): Promise<Caller> => {
      const caller = await world.tenant(`Tenant ${index}`);
      await caller.post('/webhook-endpoints', { url: `${receiver.url}/all`, event_types: ['task.*'] });
      await caller.post('/webhook-endpoints', { url: `${receiver.url}/some`, event_types: ['task.updated'] });
      return caller;
    };
    /** A busy machine may respond 503, without an effect. */
    const insisting = (request: () => Promise<Response>) =>
      eventually(async () => {
        const response = await request();
        expect(response.status).toBeLessThan(300);
        return response;
      });
    const schedule = async (caller: Caller) => {
      const body = { blueprint: 'echo', cron_expression: '0 0 1 1 *', input_template: { fail: 'final' } };
      const { id } = (await insisting(() => caller.post('/agent-schedules', body))).body;
      for (let n = 0; n < failuresOfSchedule; n++) await insisting(() => caller.post(`/agent-schedules/${id}/trigger`));
    };

    it(
      `${count} events are fanned out, delivered and counted once, and none is lost`,
      async () => {
        const callers: Caller[] = [];
        for (let index = 0; index < tenantCount; index++) callers.push(await furnished(index));
        await query(refusal);
        const storm = new Storm(world, maxKills);
        storm.start();
        const share = count / tenantCount / 4;
        for (let part = 0; part < 4; part++) await Promise.all(callers.map((caller) => storm.happen(share, caller)));
        for (const caller of callers) for (let n = 0; n < schedulesOfTenant; n++) await schedule(caller);
        await eventually(async () => expect(await counted(left)).toBeLessThan(tenantCount * 4), timeoutMillis);
        await eventually(() => expect(storm.kills).toBeGreaterThanOrEqual(maxKills), timeoutMillis);
        // Dropping a trigger may deadlock with writers.
        await eventually(() => query(lifting), timeoutMillis);
        await storm.end();
        await eventually(async () => {
          const open = { left: await counted(left), missing: await counted(deliveriesMissing) };
          const unfinished = { undelivered: await counted(notDelivered), runs: await counted(openRuns) };
          expect({ ...open, ...unfinished }).toEqual({ left: 0, missing: 0, undelivered: 0, runs: 0 });
        }, timeoutMillis);

        await eventually(async () => expect(await counted(miscounted)).toBe(0), timeoutMillis);
        expect(await counted(failedAsRequested)).toBeGreaterThan(tenantCount * schedulesOfTenant);
        const sent = receiver.received.map(({ path, event }) => `${path} ${event.id}`);
        const unique = new Set(sent).size;
        expect(unique).toBe(await counted('select count(*)::int as count from webhook_deliveries'));
        expect(await counted(`select count(*)::int as count from events where type like 'task.%'`)).toBe(count);
        const most = Math.min(storm.kills * duplicatesOfKill, unique * maxDuplicates);
        expect(sent.length - unique).toBeLessThanOrEqual(most);
        expect(await counted(gaps)).toBe(0);
        if (process.env.KILLS_EVENTS)
          process.stdout.write(
            `${backend}: ${storm.kills} kills, ${unique} deliveries, ${sent.length - unique} sent twice\n`,
          );
      },
      2 * timeoutMillis,
    );
  },
);
