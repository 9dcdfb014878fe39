/**
 * Measures, with the queue on PostgreSQL and on Redis: the wait of a run from creation to start, beside that of a bare
 * listener; the delay until a cancelled run is aborted; the wait beside another tenant with 100,000 queued runs; and
 * the time that the sweep for lost wake-ups then takes. Uses the Redis of REDIS_URL, else a temporary redis-server if
 * installed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { features } from '@tandem/adapters/features';
import { ReconcileRuns } from '@tandem/domain/agents/runs/reconcile-runs';
import { inTenant, noTenant } from '@tandem/domain/core/scope';
import { readSettings } from '@tandem/platform/settings/settings';
import { assembleWorker } from '@tandem/worker/assemble';
import { figures } from './load.mjs';
import { temporaryRedis } from './redis.mjs';
import { openStage } from './stage.mjs';
import { ratioOfP95 } from './trickle.mjs';

const count = Number(process.env.BENCH_RUNS ?? 200);
const backlog = Number(process.env.BENCH_BACKLOG ?? 100_000);
const held = fileURLToPath(new URL('./bare/held.feature.mjs', import.meta.url));

const redis = await temporaryRedis();
const stage = await openStage({ LOG_LEVEL: 'warn', TANDEM_FEATURES: held });
const { database, key } = stage;

const start = async (blueprint, input, by = key) => (await stage.call(`/agents/${blueprint}/runs`, { input }, by)).id;

/** Milliseconds from creation to start, once all have started. */
async function waits(ids) {
  for (;;) {
    const { rows } = await database.query(
      `select extract(epoch from started_at - created_at) * 1000 as wait from agent_runs
       where id = any($1) and started_at is not null`,
      [ids],
    );
    if (rows.length === ids.length) return rows.map(({ wait }) => Number(wait));
    await sleep(50);
  }
}

/** Random, so as not to align with a clock of the product. */
const pause = () => sleep(20 + Math.random() * 30);

async function startSome(number, by) {
  const ids = [];
  for (; ids.length < number; await pause()) ids.push(await start('echo', {}, by));
  return waits(ids);
}

/** The same waits with the bare starter, once it is warm. */
async function startSomeBare(number) {
  const starter = await stage.startBare('starter');
  await database.query('truncate bare_runs');
  for (let n = 0; n < 2 * number; n++, await pause())
    await database.query('insert into bare_runs default values; notify bare_runs');
  const text = `select extract(epoch from started_at - created_at) * 1000 as wait from bare_runs
    where started_at is not null order by id`;
  const waited = (await database.query(text)).rows.map(({ wait }) => Number(wait));
  await starter.stop();
  if (waited.length < 2 * number) throw new Error(`only ${waited.length} of ${2 * number} were begun`);
  return waited.slice(number);
}

async function cancelSome(worker, number) {
  const millis = [];
  while (millis.length < number) {
    const started = reported(worker, 'begun');
    const id = await start('held', {});
    await started;
    const aborted = reported(worker, 'aborted');
    const requestedAt = Date.now();
    await stage.call(`/agents/held/runs/${id}/cancel`, {}, key);
    millis.push((await aborted).at - requestedAt);
  }
  return millis;
}

const reported = ({ child }, type) =>
  new Promise((resolve) => {
    const listener = (message) => {
      if (message.type !== type) return;
      child.off('message', listener);
      resolve(message);
    };
    child.on('message', listener);
  });

/** Copies the run of this id, with its events. */
const queueMore = `with made as (
    insert into agent_runs (tenant_id, id, blueprint, status, input, run_at,
      cost_micro_usd, platform_fee_cents, attempt,
      consecutive_failures, lost_in_row, rights, member_id, created_at, updated_at)
    select tenant_id, gen_random_uuid(), blueprint, 'queued', input, now(), 0, 0, 0, 0, 0, rights, member_id,
      now() - interval '1 hour' - make_interval(secs => n / 1000000.0), now()
    from agent_runs r, generate_series(1, $2::int) n where r.id = $1
    returning tenant_id, id)
  insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at)
  select tenant_id, gen_random_uuid(), 'agent_run.queued', true, 'agent_run', id,
    'system', 'system', '{agents}', '{}', '{}', now() from made`;

async function besideBacklog() {
  const [flooded, other] = [await stage.createTenant('Flooded'), await stage.createTenant('Other')];
  await database.query(queueMore, [await start('echo', { delay_ms: 100 }, flooded.api_key), backlog]);
  await database.query('notify tandem_events');
  const [first] = await startSome(1, other.api_key);
  const others = await startSome(count / 4, other.api_key);
  const started = await database.query(
    'select count(*) from agent_runs where tenant_id = $1 and started_at is not null',
    [flooded.tenant.id],
  );
  console.log(
    `  beside ${backlog} queued       first ${first.toFixed(0)} ms; ${figures(others)}; ` +
      `${started.rows[0].count} of them began`,
  );
  return flooded.tenant.id;
}

async function sweep(worker) {
  const millis = [];
  for (let turn = 0; turn < 5; turn++) {
    const began = performance.now();
    await inTenant(noTenant, () => worker.container.get(ReconcileRuns).run());
    millis.push(performance.now() - began);
  }
  return millis;
}

try {
  console.log(`Node ${stage.nodeVersion}, ${count} runs`);
  for (const [backend, env] of Object.entries({ PostgreSQL: {}, ...(redis && { Redis: { REDIS_URL: redis.url } }) })) {
    const bare = await startSomeBare(count);
    const worker = await stage.startWorker(env);
    console.log(`queue on ${backend}`);
    await startSome(count); // what runs for hours is compiled by V8
    const own = await startSome(count);
    console.log(`  creation to start          ${figures(own)}`);
    console.log(`    of a bare listener       ${figures(bare)}   ${ratioOfP95(own, bare)}`);
    console.log(`  cancellation to signal     ${figures(await cancelSome(worker, count))}`);
    const flooded = await besideBacklog();
    await worker.stop();
    const idle = assembleWorker(features, readSettings(features, { ...stage.environment, ...env }));
    console.log(`  sweep for lost wake-ups    ${figures(await sweep(idle))}`);
    await idle.close();
    await database.query(
      `update agent_runs set status = 'cancelled', finished_at = now() where tenant_id = $1 and status = 'queued'`,
      [flooded],
    );
  }
} finally {
  await stage.close();
  await redis?.stop();
}
