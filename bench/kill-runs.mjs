import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { checked } from './kill-runs-check.mjs';
import { price, serveModel } from './kill-runs-provider.mjs';
import { temporaryRedis } from './redis.mjs';
import { openStage } from './stage.mjs';

const count = Number(process.env.KILLS_RUNS ?? 3000);
const kills = Number(process.env.KILLS_WORKERS ?? 25);
const tasksOfProject = 3;
const wipesApartMillis = 700;
const timeoutMillis = 900_000;
const model = 'openai-compatible/fake';

/** The kind of a run, by its number. Runs that read what others write have a tenant of their own. */
const kinds = [
  { tenant: 'echo', blueprint: 'echo', input: (key) => ({ message: key }) },
  { tenant: 'echo', blueprint: 'echo', input: (key) => ({ message: key, steps: 3, delay_ms: 60 }) },
  { tenant: 'echo', blueprint: 'echo', input: (key) => ({ message: key, fail: 'final' }) },
  { tenant: 'echo', blueprint: 'echo', input: (key) => ({ message: key, fail: 'once' }) },
  { tenant: 'digest', blueprint: 'task-digest', input: () => ({}) },
  { tenant: 'digest', blueprint: 'task-digest', input: () => ({}) },
  { tenant: 'triage', blueprint: 'overdue-triage', input: (_, project) => ({ project_id: project }) },
  { tenant: 'model', blueprint: 'assistant', input: (key) => ({ prompt: `${key}.`, operations: ['create_task'] }) },
  { tenant: 'model', blueprint: 'assistant', input: (key) => ({ prompt: `${key}.`, operations: ['create_task'] }) },
];

/** Compares the results of many runs of several blueprints while workers are killed with their results undisturbed. */
export async function killRuns() {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-kills-'));
  const prices = join(folder, 'prices.json');
  const row = { provider: 'openai-compatible', model: 'fake', ...price, cached_input: 0.1, max_output: 4096 };
  writeFileSync(prices, JSON.stringify([row]));
  let faults = 0;
  try {
    const calm = await leftBy(prices, {}, quietly);
    faults += reported('undisturbed', calm, checked(calm, calm));
    const stormy = await leftBy(prices, {}, (stage) => stormily(stage, {}));
    faults += reported('kills, queue on PostgreSQL', stormy, checked(calm, stormy));
    const redis = await temporaryRedis();
    if (!redis) return faults;
    const env = { REDIS_URL: redis.url };
    const flushed = await leftBy(prices, env, (stage) => stormily(stage, env)).finally(redis.stop);
    return faults + reported('kills and FLUSHALL, queue on Redis', flushed, checked(calm, flushed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function quietly(stage) {
  const worker = await stage.startWorker();
  await stage.start(count);
  return { worker, kills: 0, wipes: 0 };
}

/** Starts runs in batches, so that each killed worker has work. */
async function stormily(stage, env) {
  let wipes = 0;
  const redis = env.REDIS_URL ? new Redis(env.REDIS_URL) : undefined;
  const wiping = setInterval(() => void redis?.flushall().then(() => wipes++), wipesApartMillis);
  for (let kill = 1; kill <= kills; kill++) {
    const worker = await stage.startWorker();
    await stage.start(Math.ceil((count * kill) / kills));
    await sleep(1000 + Math.random() * 2000);
    worker.child.removeAllListeners('exit');
    worker.child.kill('SIGKILL');
  }
  const worker = await stage.startWorker();
  clearInterval(wiping);
  redis?.disconnect();
  return { worker, kills, wipes };
}

/** Everything the runs left in the database and at the model provider. */
async function leftBy(prices, env, way) {
  const provider = await serveModel();
  const stage = await openStage({
    ...{ MODEL_PRICES_FILE: prices, OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', LEASE_SECONDS: '4', LOG_LEVEL: 'warn' },
    ...env,
  });
  try {
    const keys = {};
    for (const name of new Set(kinds.map(({ tenant }) => tenant)))
      keys[name] = (await stage.createTenant(name)).api_key;
    await storeKey(stage.api.address, keys.model, provider.url);
    const ids = new Map();
    const start = async (until) => {
      while (ids.size < until) {
        const key = `run-${ids.size}`;
        const { tenant, blueprint, input } = kinds[ids.size % kinds.length];
        const project = tenant === 'triage' ? await lateProject(stage, keys.triage, ids.size) : undefined;
        const body = { input: input(key, project), ...(tenant === 'model' ? { model } : {}) };
        ids.set(key, (await stage.call(`/agents/${blueprint}/runs`, body, keys[tenant])).id);
      }
    };
    const how = await way({ startWorker: () => stage.startWorker(env), start });
    await untilAllEnded(stage.database);
    await how.worker.stop();
    return { ...how, ...(await stateOf(stage.database, ids)), ledger: provider.ledger };
  } finally {
    await stage.close();
    provider.close();
  }
}

async function lateProject(stage, key, number) {
  const { id } = await stage.call('/projects', { name: `Late ${number}`, identifier: `L${number}` }, key);
  for (let index = 0; index < tasksOfProject; index++)
    await stage.call('/tasks', { title: `${number}.${index}`, due_date: '2026-01-01', project_id: id }, key);
  return id;
}

async function storeKey(address, token, url) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ key: 'sk-test-0123456789', base_url: url });
  const path = `${address}/api/v1/integration-keys/openai-compatible`;
  const response = await fetch(path, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(await response.text());
}

async function untilAllEnded(database) {
  const open = `select count(*)::int as open from agent_runs where status in ('queued', 'running')`;
  const still = `select count(*)::int as open from subscription_work`;
  const end = Date.now() + timeoutMillis;
  for (const text of [open, still])
    while ((await database.query(text)).rows[0].open > 0) {
      if (Date.now() > end) throw new Error('the runs did not end');
      await sleep(500);
    }
}

async function stateOf(database, ids) {
  const rows = async (text) => (await database.query(text)).rows;
  const keyOf = new Map([...ids].map(([key, id]) => [id, key]));
  const found = await rows(`select r.*, coalesce(s.steps, '{}') as steps, coalesce(s.micros, 0)::int as micros, e.types
    from agent_runs r left join lateral (
      select array_agg(name || ' ' || status order by name) as steps, sum(cost_usd_micros) as micros
      from agent_run_steps s where s.tenant_id = r.tenant_id and s.run_id = r.id) s on true
    left join lateral (select array_agg(type order by id) as types from events e
      where e.tenant_id = r.tenant_id and e.resource_id = r.id) e on true`);
  const runs = new Map(found.map((run) => [keyOf.get(run.id), run]));
  const tasks = await rows(`select title, priority,
      (select count(*)::int from events e where e.tenant_id = t.tenant_id and e.resource_id = t.id
    and e.type = 'task.created') as created,
      (select count(*)::int from events e where e.tenant_id = t.tenant_id and e.resource_id = t.id
    and e.type = 'task.updated') as updated from tasks t order by title`);
  const notes =
    await rows(`select id, (select count(*)::int from events e where e.tenant_id = n.tenant_id and e.resource_id = n.id
    and e.type = 'note.created') as created from notes n`);
  const gaps = await rows(`select tenant_id from events where is_public group by tenant_id
    having count(*) <> max(sequence) or count(sequence) <> count(*)`);
  return { runs, tasks, notes, gaps };
}

function reported(way, { runs, kills, wipes, ledger }, { faults, lost }) {
  const sum = (values) => values.reduce((all, value) => all + Number(value), 0);
  const cost = sum([...runs.values()].map((run) => run.cost_micro_usd));
  const requested = [...ledger.values()].flat();
  const again = [...runs.values()].filter(({ attempt }) => attempt > 1).length;
  console.log(
    `${way}: ${runs.size} runs, ${kills} kills, ${wipes} wipes; ${again} took several attempts, ` +
      `${lost} lost two workers in a row; ${requested.length} questions served ` +
      `${sum(requested.map(({ served }) => served))} micro-USD, ${cost} counted; ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  return faults.length;
}
