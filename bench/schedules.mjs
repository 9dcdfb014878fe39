/**
 * Measures the lateness of schedules due in the same minute, with one worker and with three, and whether any fired
 * twice; and the cost of firing them beside a bare loop that inserts the same rows in batches.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FireSchedules } from '@tandem/domain/schedules/fire-schedules';
import { newId } from '@tandem/domain/core/id';
import { inTenant, noTenant } from '@tandem/domain/core/scope';
import { features } from '@tandem/adapters/features';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { readSettings } from '@tandem/platform/settings/settings';
import { assembleWorker } from '@tandem/worker/assemble';
import { cpuSeconds, othersDuring } from './cpu.mjs';
import { median } from './load.mjs';
import { fireBare } from './bare/schedules.mjs';
import { idOf, openStage } from './stage.mjs';

const count = Number(process.env.BENCH_SCHEDULES ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const parts = (process.env.BENCH_PARTS ?? 'ratio,one,three').split(',');
const perTenant = 200;
const minute = 60_000;

const stage = await openStage({ LOG_LEVEL: 'warn' }, { keepsCommitTimes: true });

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const expressions = [
  '* * * * *',
  '*/2 * * * *',
  '0 9 * * mon-fri',
  '30 2 * * *',
  '15,45 8-18 * * *',
  '@daily',
  '0 0 1 * *',
];
/** With ascending ids. */
const insert = `insert into agent_schedules (tenant_id, id, blueprint, cron_expression, timezone,
  input_template, enabled,
    consecutive_failures, member_id, rights, created_at, updated_at)
  select $1, ${idOf('$6')}, 'echo',
    ($4::text[])[1 + n % cardinality($4::text[])], ($5::text[])[1 + n % cardinality($5::text[])],
    '{"message": "{{scheduled_for}}"}', true, 0, $2, '{"role": "owner", "policies": [], "scopes": ["*"]}', now(), now()
  from generate_series(1, $3::int) n`;

const tenants = [];
for (let left = count; left > 0; left -= perTenant) {
  const { tenant, member } = await stage.createTenant(`Bench ${tenants.length}`);
  const each = Math.min(perTenant, left);
  await stage.database.query(insert, [tenant.id, member.id, each, expressions, zones, newId()]);
  tenants.push(tenant.id);
}

/** No other schedule is ever due. */
const makeDue = async (at) => {
  // In one transaction; the lock waits for changes by workers.
  const update = `update agent_schedules set next_at = '${at.toISOString()}'`;
  await stage.database.query(`lock table agent_schedules in exclusive mode; ${update}`);
  await stage.database.query('vacuum analyze agent_schedules');
};

const clean = async () => {
  await stage.database.query('delete from agent_schedule_ticks');
  await stage.database.query('delete from agent_runs');
  await stage.database.query('vacuum agent_schedule_ticks, agent_runs');
};

const costing = async (work) => {
  const all = () => {
    // Without child processes such as PostgreSQL.
    const { user, system } = process.cpuUsage();
    return [(user + system) / 1e6, cpuSeconds(stage.api.postgres)];
  };
  const [before, began] = [all(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  const [inProcess, ofPostgres] = all().map((after, i) => after - before[i]);
  return { seconds, inProcess, ofPostgres };
};
const reported = (runs) => {
  const of = (name) => median(runs.map((run) => run[name])).toFixed(2);
  return `${of('seconds')} s   CPU s ${of('inProcess')}, PostgreSQL ${of('ofPostgres')}`;
};

async function ratio() {
  const worker = assembleWorker(
    features,
    readSettings(features, { ...{ ...stage.environment, WORKER_PORT: '0' }, DATABASE_POOL_SIZE: '20' }),
  );
  const vocabulary = vocabularyOf(features);
  const fire = () => vocabulary.within(() => inTenant(noTenant, () => worker.container.get(FireSchedules).run()));
  const [product, bare] = [[], []];
  // The first round prepares statements.
  for (let round = 0; round <= rounds; round++)
    for (const [runs, work] of [
      [bare, () => fireBare(stage.url, tenants)],
      [product, fire],
    ]) {
      await makeDue(new Date());
      const cost = await costing(work);
      if (round) runs.push(cost);
      await clean();
    }
  await worker.close();
  const both = [bare, product].map((runs) => median(runs.map(({ seconds }) => seconds)));
  console.log(`bare loop  ${reported(bare)}   (both in the process of the bench, Node ${process.version})`);
  console.log(`product    ${reported(product)}   ratio ${(both[0] / both[1]).toFixed(2)}`);
}

/** Records firings in rows that are never updated, so that their commit time is known. */
const noteFirings = () =>
  stage.database.query(`
    create table fired (scheduled_for timestamptz, schedule_ids uuid[]);
    create function note_fired() returns trigger language plpgsql security definer as $$ begin
      insert into fired select scheduled_for, array_agg(schedule_id)
      from made where run_id is not null group by scheduled_for;
      return null;
    end $$;
    create trigger note_fired after insert on agent_schedule_ticks referencing new table as made
      for each statement execute function note_fired()`);

/** Twice: V8 compiles what a worker does for the first time. */
async function lateness(number) {
  const workers = [];
  while (workers.length < number) workers.push(await stage.startWorker({}));
  for (const time of ['first', 'second']) await latenessOf(`${number} worker${number > 1 ? 's' : ' '}, ${time} time`);
  for (const worker of workers) await worker.stop();
}

async function latenessOf(which) {
  await clean();
  const due = new Date(Math.ceil((Date.now() + 15_000) / minute) * minute);
  await makeDue(due);
  const { others } = await othersDuring(() => untilFired(due));
  const { rows } = await stage.database.query(
    `select count(*)::int as seen, (select count(*)::int - count(distinct schedule_id)::int from agent_runs) as doubles,
       percentile_disc(array[0.5, 0.99, 1]) within group (
         order by extract(epoch from pg_xact_commit_timestamp(xmin) - $1) * 1000
       ) as millis
     from fired, unnest(schedule_ids) schedule_id where scheduled_for = $1`,
    [due],
  );
  const [{ seen, doubles, millis }] = rows;
  const [p50, p99, last] = (millis ?? []).map((of) => Number(of).toFixed(0));
  const missing = seen < count ? ` of ${seen} alone` : '';
  console.log(
    `${which}   lateness p50 ${p50} ms, p99 ${p99} ms, last ${last} ms${missing}; ${doubles} twice   ` +
      `(others ${others.toFixed(2)} cores)`,
  );
}

async function untilFired(due) {
  await sleep(due - Date.now());
  for (let seen = 0; seen < count && Date.now() - due < minute; await sleep(100)) {
    const { rows } = await stage.database.query(
      'select coalesce(sum(cardinality(schedule_ids)), 0)::int as seen from fired where scheduled_for = $1',
      [due],
    );
    seen = rows[0].seen;
  }
}

try {
  console.log(`Node ${stage.nodeVersion}, ${count} schedules of ${tenants.length} tenants`);
  if (parts.includes('ratio')) await ratio();
  await noteFirings();
  if (parts.includes('one')) await lateness(1);
  if (parts.includes('three')) await lateness(3);
} catch (error) {
  // Printed before the stage closes, which breaks what still runs on it.
  console.error(error);
  process.exitCode = 1;
} finally {
  await stage.close();
}
