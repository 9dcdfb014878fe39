/**
 * The reference: inserts the same rows as the product, 200 schedules a transaction on as many connections, without any
 * logic.
 */
import pg from 'pg';
import { newId } from '@tandem/domain/core/id';

const atOnce = 4;
const due = `select * from agent_schedules where tenant_id = $1 and next_at <= now() for update skip locked`;
const rows = (table) => `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`;
const events = `insert into events (tenant_id, id, type, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at, is_public)
  select tenant_id, id, 'agent_run.queued', 'agent_run', resource_id,
    'system', 'system', '{agents,agent_echo}', '{}', data, created_at, true
  from json_to_recordset($1) as e (tenant_id uuid, id uuid, resource_id uuid, data json, created_at timestamptz)`;
const update = `update agent_schedules s set last_run_id = g.id, last_enqueued_at = g.created_at,
    next_at = g.created_at + interval '1 minute', updated_at = now()
  from jsonb_to_recordset($2) as g (id uuid, schedule_id uuid, created_at timestamptz)
  where s.tenant_id = $1 and s.id = g.schedule_id`;

const untouched = {
  status: 'queued',
  cost_micro_usd: 0,
  committed_micro_usd: 0,
  reserved_micro_usd: 0,
  platform_fee_cents: 0,
  attempt: 0,
  consecutive_failures: 0,
  lost_in_row: 0,
};

function runOf(schedule, index) {
  const at = new Date(Date.now() + index);
  const { tenant_id, id: schedule_id, blueprint, next_at, member_id, rights } = schedule;
  const run = { ...untouched, tenant_id, id: newId(), blueprint, schedule_id, member_id, rights };
  return { ...run, input: { message: next_at }, run_at: at, deadline_at: at, created_at: at, updated_at: at };
}

async function fire(client, tenant) {
  await client.query('begin');
  const { rows: schedules } = await client.query({ name: 'due', text: due, values: [tenant] });
  const runs = schedules.map(runOf);
  const ticks = runs.map(({ tenant_id, schedule_id, id, created_at }, i) => {
    const tick = {
      tenant_id,
      id: newId(),
      schedule_id,
      scheduled_for: schedules[i].next_at,
      outcome: 'enqueued',
      run_id: id,
    };
    return { ...tick, created_at, updated_at: created_at };
  });
  const reported = runs.map((run) => ({ ...run, id: newId(), resource_id: run.id, data: run }));
  const query = (name, text, values) => client.query({ name, text, values });
  await query('runs', rows('agent_runs'), [JSON.stringify(runs)]);
  await query('ticks', rows('agent_schedule_ticks'), [JSON.stringify(ticks)]);
  await query('events', events, [JSON.stringify(reported)]);
  await query('update', update, [tenant, JSON.stringify(runs)]);
  await client.query('commit');
}

export async function fireBare(connectionString, tenants) {
  const left = tenants.values();
  const one = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (const tenant of left) await fire(client, tenant);
    await client.end();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
