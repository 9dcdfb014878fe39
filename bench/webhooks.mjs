/**
 * Prints what delivery of webhooks costs beside a bare loop that posts the same signed bytes: a backlog over ten endpoints and to one,
 * how long after its commit an event arrives at 50 a second, what one dead endpoint among a hundred does to the others, and how long
 * the server takes to put 10,000 missed events back on their way.
 * REDIS_URL names a Redis for the queue; otherwise redis-server is started where it is installed.
 */
import { once } from 'node:events';
import { newId } from '@tandem/domain/core/id';
import { temporaryRedis } from './redis.mjs';
import { cpuSeconds, othersDuring } from './cpu.mjs';
import { openStage } from './stage.mjs';

const count = Number(process.env.BENCH_EVENTS ?? 20_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const perSecond = 50;
/** Of each ten endpoints are told. */
const perSecondOfTen = 10;
const parts = (process.env.BENCH_PARTS ?? 'many,one,trickle,dead,recover').split(',');

const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const redis = await temporaryRedis();
const stage = await openStage({ WEBHOOK_ALLOW_HTTP: 'true', OUTBOUND_ALLOW_CIDRS: '127.0.0.1/32', LOG_LEVEL: 'warn' });
const receiver = await stage.startBare('receiver');

/** 1 KB each, as a task is. */
const insert = `insert into events (tenant_id, id, type, is_public, resource_type, resource_id, actor_type, actor_id, channels, metadata, data, created_at)
  select $1, overlay($2::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, 'task.created', true, 'task', gen_random_uuid(), 'system', 'system', '{tasks}', '{}',
    json_build_object('id', n, 'description', repeat('x', 900)), clock_timestamp() from generate_series(1, $3::int) n`;
const happen = async ({ tenant }, number) => {
  await stage.database.query(insert, [tenant.id, newId(), number]);
  await stage.database.query('notify tandem_events');
};

const seen = async () => {
  receiver.child.send('tell');
  const [message] = await once(receiver.child, 'message');
  return message;
};
const received = async (number, patienceMillis = 600_000) => {
  for (const until = Date.now() + patienceMillis; Date.now() < until; await sleep(50)) {
    const now = await seen();
    if (now.count >= number) return now;
  }
  throw new Error(`only ${(await seen()).count} of ${number} arrived`);
};

let made = 0;
/** Tenants with endpoints of these paths each. */
const foundTenants = (number, paths) =>
  Promise.all(
    Array.from({ length: number }, async () => {
      const { tenant, api_key: key } = await stage.foundTenant(`Bench ${++made}`);
      for (const path of paths)
        await stage.call('/webhook-endpoints', { url: receiver.address + path, event_types: ['task.created'] }, key);
      return { tenant, key };
    }),
  );

/** CPU seconds per 1,000 between two moments. */
const costing = async (server, number, work) => {
  const all = () => [server.pid, stage.api.postgres].map(cpuSeconds);
  const before = all();
  const result = await work();
  const [own, ofPostgres] = all().map((after, i) => ((after - before[i]) / number) * 1000);
  return { ...result, own, ofPostgres };
};
const told = ({ perSecond: rate, own, ofPostgres, others }) =>
  `${rate.toFixed(0).padStart(6)}/s   CPU s per 1,000: ${own.toFixed(3)}, PostgreSQL ${ofPostgres.toFixed(3)}   (others ${others.toFixed(2)} cores)`;
const rateOf = ({ count: number, firstAt, lastAt }) => ({ perSecond: (number / (lastAt - firstAt)) * 1000 });

async function bare() {
  const server = await stage.startBare('sender', { RECEIVER: receiver.address, COUNT: String(count) });
  const send = async () => {
    receiver.child.send('forget');
    server.child.send('begin');
    await once(server.child, 'message');
    return rateOf(await seen());
  };
  await send(); // to warm up
  const { result, others } = await othersDuring(() => costing(server, count, send));
  await server.stop();
  return { ...result, others };
}

/** What runs for hours is compiled by V8: the worker delivers as many once before, and stands still while the measured ones happen. */
async function backlog(tenants, workerEnv) {
  const happenTo = async (number) => {
    receiver.child.send('forget');
    for (const one of tenants) await happen(one, number / tenants.length);
    await stage.database.query('vacuum analyze');
  };
  await happenTo(count);
  const worker = await stage.startWorker(workerEnv);
  await received(count);
  await sleep(500);
  worker.child.kill('SIGSTOP');
  await happenTo(count);
  const goOn = async () => worker.child.kill('SIGCONT') && rateOf(await received(count));
  const { result, others } = await othersDuring(() => costing(worker, count, goOn));
  await sleep(500);
  await worker.stop();
  const { rows } = await stage.database.query(
    `select count(*)::int as left from webhook_deliveries where status <> 'succeeded' and tenant_id = any($1)`,
    [tenants.map(({ tenant }) => tenant.id)],
  );
  if (rows[0].left) console.log(`${rows[0].left} deliveries have not succeeded`);
  return { ...result, others };
}

/** Delays of so many events a second, in turn of these tenants. */
async function trickle(tenants, perSecond, each = 1) {
  receiver.child.send('forget');
  const number = seconds * perSecond;
  const began = performance.now();
  for (let n = 0; n < number; n++) {
    await sleep(began + (n * 1000) / perSecond - performance.now());
    void happen(tenants[n % tenants.length], 1);
  }
  const { delays } = await received(number * each, 60_000);
  delays.sort((a, b) => a - b);
  return { p50: delays[Math.floor(delays.length * 0.5)], p95: delays[Math.floor(delays.length * 0.95)] };
}

/** Of one tenant, to an endpoint that has got none of them; nobody delivers meanwhile. */
async function recovery(number) {
  const [one] = await foundTenants(1, ['/timed']);
  await happen(one, number);
  const text = `update events e set sequence = n.place
    from (select id, row_number() over (order by id) as place from events where tenant_id = $1 and type = 'task.created') n
    where e.tenant_id = $1 and e.id = n.id`;
  await stage.database.query(text, [one.tenant.id]);
  await stage.database.query('vacuum analyze');
  const [since, began] = [new Date(Date.now() - 3_600_000).toISOString(), performance.now()];
  const cost = await costing(stage.api, number, () => stage.call('/webhook-events/recover', { since }, one.key));
  return { ...cost, seconds: (performance.now() - began) / 1000 };
}
const endpointsOff = (tenants) =>
  stage.database.query(
    `update webhook_endpoints set is_enabled = false, disabled_at = now(), disabled_reason = 'manual' where tenant_id = any($1) and url like '%/hang'`,
    [tenants.map(({ tenant }) => tenant.id)],
  );

try {
  console.log(`Node ${stage.nodeVersion}, ${count} events`);

  const onRedis = { REDIS_URL: redis?.url ?? '' };
  const beside = async (name, tenants) => {
    const loop = await bare();
    const product = await backlog(tenants, onRedis);
    console.log(`${name.padEnd(16)} bare loop ${told(loop)}`);
    console.log(
      `${''.padEnd(16)} product   ${told(product)}   ratio ${(product.perSecond / loop.perSecond).toFixed(2)}`,
    );
  };

  await happen(stage, count); // for the bare loop
  const ten = parts.includes('many') || parts.includes('trickle') ? await foundTenants(10, ['/timed']) : [];
  if (parts.includes('many')) await beside('ten endpoints', ten);
  if (parts.includes('one')) await beside('one endpoint', await foundTenants(1, ['/timed']));
  if (parts.includes('trickle'))
    for (const [backend, env] of Object.entries({ PostgreSQL: {}, ...(redis && { Redis: onRedis }) })) {
      const worker = await stage.startWorker(env);
      await trickle(ten, perSecond); // to warm up
      const { p50, p95, own, ofPostgres } = await costing(worker, seconds * perSecond, () => trickle(ten, perSecond));
      console.log(
        `${perSecond}/s, queue on ${backend.padEnd(10)}  commit to receipt p50 ${p50} ms, p95 ${p95} ms   CPU s per 1,000: ${own.toFixed(3)}, PostgreSQL ${ofPostgres.toFixed(3)}`,
      );
      await worker.stop();
    }
  if (parts.includes('dead')) {
    const ninety = await foundTenants(9, Array(10).fill('/timed'));
    const [withDead] = await foundTenants(1, [...Array(9).fill('/timed'), '/hang']);
    const [without] = await foundTenants(1, Array(9).fill('/timed'));
    const worker = await stage.startWorker(onRedis);
    await sleep(1000);
    for (const [name, tenth] of [
      ['none', without],
      ['one', withDead],
      ['none', without],
      ['one', withDead],
    ]) {
      const tenants = [tenth, ...ninety];
      const { p50, p95 } = await trickle(tenants, perSecondOfTen, (9 * 10 + 9) / 10);
      console.log(`100 endpoints, ${name.padEnd(4)} dead: p50 ${p50} ms, p95 ${p95} ms`);
    }
    await endpointsOff([withDead]);
    await worker.stop();
  }
  if (parts.includes('recover')) {
    const { recovered, seconds: took, ofPostgres } = await recovery(10_000);
    console.log(
      `recover of ${recovered} events ${took.toFixed(2)} s   CPU s: PostgreSQL ${(ofPostgres * 10).toFixed(2)}`,
    );
  }
} finally {
  await receiver.stop();
  await stage.close();
  await redis?.stop();
}
