import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { lockEndpoint, useDueDeliveries } from '@tandem/testing/due-deliveries';
import { plannedForAll } from '@tandem/platform/postgres/planning';
import { OtherSession } from '@tandem/testing/other-session';
import { fanOut } from './fan-out-statements.js';

describe('endpoints that are sent events as they are fanned out', () => {
  const due = useDueDeliveries();
  const { query, endpoint, happen, claim } = due;
  const rows = () => query(`select status from webhook_deliveries order by sequence`);

  // First: until PostgreSQL analyzes a table, which index seems the smallest depends on what was there before.
  it.each([
    ['knew nothing', 'select from webhook_deliveries'],
    ['knew its tables to be empty', 'vacuum analyze webhook_deliveries, webhook_claims, webhook_endpoints, events'],
  ])('cost no more where PostgreSQL planned before there was anything, and %s', async (_, known) => {
    const id = await endpoint();
    await happen(200);
    const session = new OtherSession(() => due.tenants.databaseUrl);
    await query(known);
    await session.query(`prepare fan_out as ${fanOut}`);
    const { tenantId } = due.tenants.ours;
    const [{ at }] = (await query('select updated_at as at from webhook_endpoints')) as [{ at: Date }];
    const offer = { endpoint_id: id, claim_id: randomUUID(), held: [], updated_at: at };
    const lists = [[{ endpoint_id: id, reach: null }], [offer]].map((list) => `'${JSON.stringify(list)}'`);
    const given = (from: number, to: number) => `execute fan_out ('${tenantId}', ${from}, ${to}, 0, ${lists.join()})`;
    const begin = () => session.query(`begin; ${plannedForAll()[0]!.text}`);
    await begin();
    await session.query(`${given(0, 0)}; commit`);
    await query(
      `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, is_recovered, completed_at, created_at, updated_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'task.created', 0, 'succeeded', 1, 1, false, now(), now(), now() from generate_series(1, 5000)`,
      [tenantId, id],
    );
    await begin();
    const [plan] = await session.query(`explain (analyze, buffers, format json) ${given(1, 200)}`);
    const claims = await session.query('select cardinality(event_ids) as events from webhook_claims');
    await session.query('rollback');
    await session.close();
    const [{ Plan: whole }] = plan!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    expect(claims).toEqual([{ events: 200 }]);
    expect(whole['Shared Hit Blocks']).toBeLessThan(2000);
  });

  it.each([
    ['whose last try failed', `update webhook_endpoint_healths set failing_since = now() where id = $1`],
    ['that is held', `update webhook_endpoint_healths set held_until = now() + interval '1 minute' where id = $1`],
    ['that is probed', `update webhook_endpoint_healths set held_until = now() where id = $1`],
    ['that is behind', `update webhook_endpoints set missed_since = now() where id = $1`],
    [
      'that another worker sends to',
      `insert into webhook_claims (tenant_id, id, endpoint_id, under_way, lease_ends, created_at)
       select tenant_id, gen_random_uuid(), id, 1, now() + interval '5 seconds', now() from webhook_endpoints where id = $1`,
    ],
  ])('are none of an endpoint %s: it gets them with what is due', async (_, state) => {
    const [id, other] = [await endpoint(), await endpoint()];
    await happen(2);
    await query(state, [id]);
    const { endpointIds, claims } = await due.fanOutTo([id, other]);
    expect([endpointIds, claims.map((one) => one.endpoint.id)]).toEqual([[id], [other]]);
    expect(await rows()).toHaveLength(2);
  });

  it('go behind what is due, and after what this process sends already', async () => {
    const id = await endpoint();
    await happen(6);
    expect((await due.fanOutTo([], { to: 2 })).endpointIds).toEqual([id]);
    expect((await due.fanOutTo([id], { from: 3, to: 4 })).endpointIds).toEqual([id]);
    const held = await claim(id);
    expect(held.taken).toHaveLength(4);
    expect((await due.fanOutTo([id], { from: 5, to: 5, held: [held] })).claims[0]!.taken).toHaveLength(1);
    expect((await due.fanOutTo([id], { from: 6, to: 6 })).claims).toEqual([]);
  });

  it('are none where the tenant has no room for all: then no endpoint goes before another', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, endpoint));
    await happen(13);
    const { endpointIds, claims } = await due.fanOutTo(ids, { to: 12 });
    expect([endpointIds.length, claims.length]).toEqual([6, 0]);
    const five = await Promise.all(ids.slice(1).map((id) => claim(id)));
    expect(five.map(({ taken }) => taken.length).sort()).toEqual([10, 10, 10, 10, 9]);
    await query(`update webhook_claims set lease_ends = now() + interval '1 hour'`);
    const free = await endpoint();
    const second = await due.fanOutTo([free], { from: 13 });
    expect([second.endpointIds.length, second.claims]).toEqual([7, []]);
  });

  it('are none where an endpoint that gets nothing now would find no place', async () => {
    const [idle, ...ids] = await Promise.all(Array.from({ length: 6 }, endpoint));
    await query(`update webhook_endpoints set event_types = '{note.created}' where id = $1`, [idle]);
    await happen(21);
    expect((await due.fanOutTo(ids, { to: 10 })).claims).toEqual([]);
    await query('delete from webhook_deliveries');
    expect((await due.fanOutTo(ids, { from: 11, to: 19 })).claims).toHaveLength(5);
  });

  it('are as many as there is room for, with ids of their own', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, endpoint));
    await happen(12);
    const { endpointIds, claims } = await due.fanOutTo(ids);
    expect([endpointIds.length, claims.length]).toEqual([0, 5]);
    expect(new Set(claims.flatMap(({ taken }) => taken.map(({ deliveryId }) => deliveryId))).size).toBe(60);
    expect((await claim(await endpoint())).hasRoom).toBe(false);
  });

  it('are sent only what is small: large events wait for their turn in the database', async () => {
    const id = await endpoint();
    await happen(1);
    await query(
      `update events set data = (select json_build_object('x', string_agg(gen_random_uuid()::text, '')) from generate_series(1, 40000))`,
    );
    expect(await due.fanOutTo([id])).toEqual({ endpointIds: [id], claims: [] });
    expect((await claim(id)).taken).toHaveLength(1);
  });

  it('are none of an endpoint that wants none of the events', async () => {
    const id = await endpoint();
    await happen(1);
    await query(`update webhook_endpoints set event_types = '{note.created}'`);
    expect(await due.fanOutTo([id])).toEqual({ endpointIds: [], claims: [] });
    expect(await query('select id from webhook_claims')).toEqual([]);
  });

  const fannedOutBeside = (id: string, ...statements: string[]) => due.beside(id, statements, () => due.fanOutTo([id]));

  it.each([
    [
      'disabled',
      `update webhook_endpoints set is_enabled = false, disabled_reason = 'manual', disabled_at = now() where id = $1`,
      [],
    ],
    [
      'changed',
      `update webhook_endpoints set updated_at = now() + interval '1 second' where id = $1`,
      [{ status: 'pending' }],
    ],
  ])('are not those that are being %s meanwhile', async (_, change, made) => {
    const id = await endpoint();
    await happen(1);
    expect((await fannedOutBeside(id, lockEndpoint, change)).claims).toEqual([]);
    expect(await rows()).toEqual(made);
  });

  it('are none of one that is given the same meanwhile with what it missed', async () => {
    const id = await endpoint();
    await happen(1);
    await query(`update webhook_endpoints set missed_since = now() where id = $1`, [id]);
    const recovered = `insert into webhook_deliveries
        (tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at, is_recovered, created_at, updated_at)
      select tenant_id, gen_random_uuid(), $1, id, type, sequence, 'pending', 0, 0, now(), true, now(), now() from events where sequence is not null`;
    const caughtUp = `update webhook_endpoints set missed_since = null where id = $1`;
    expect(await fannedOutBeside(id, recovered, caughtUp)).toEqual({ endpointIds: [], claims: [] });
    expect(await rows()).toEqual([{ status: 'pending' }]);
  });
});
