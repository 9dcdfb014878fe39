/**
 * Measures webhook delivery beside a bare loop that posts the same signed bytes: a backlog to ten endpoints and to one,
 * the delay from commit to receipt at 50 events a second, the effect of one dead endpoint on 99 others and of 60
 * hanging endpoints of three other tenants on a tenant's only one, and the time to recover 10,000 missed events. The
 * queue uses the Redis of REDIS_URL, else a temporary redis-server if installed.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@tandem/domain/core/id';
import { temporaryRedis } from './redis.mjs';
import { cpuSeconds, othersDuring } from './cpu.mjs';
import { figures, median, percentile } from './load.mjs';
import { openReceiver } from './receiver.mjs';
import { idOf, openStage } from './stage.mjs';
import { bareTrickle, ratioOfP95, trickle } from './trickle.mjs';

const count = Number(process.env.BENCH_EVENTS ?? 20_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const perSecond = 50;
/** Each with ten endpoints. */
const perSecondOfTen = 10;
/** Rounds with a dead endpoint, each after one without: the speed of a machine changes. */
const deadRounds = 6;
const parts = (process.env.BENCH_PARTS ?? 'many,one,trickle,dead,hanging,recover').split(',');

const redis = await temporaryRedis();
const stage = await openStage({ WEBHOOK_ALLOW_HTTP: 'true', OUTBOUND_ALLOW_CIDRS: '127.0.0.1/32', LOG_LEVEL: 'warn' });
const receiver = await openReceiver(stage);

/** 1 KB each, like a task, with ascending ids. */
const insert = `insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at)
  select $1, n.id, 'task.created', true, 'task', n.id,
    'system', 'system', '{tasks}', '{}',
    json_build_object('id', n.id, 'description', repeat('x', 900)), clock_timestamp()
  from (select ${idOf('$2')} as id from generate_series(1, $3::int) n) n`;
const emit = async ({ tenant }, number) => {
  await stage.database.query(insert, [tenant.id, newId(), number]);
  await stage.database.query('notify tandem_events');
};

let created = 0;
/** Each with endpoints of these paths. */
const createTenants = (number, paths) =>
  Promise.all(
    Array.from({ length: number }, async () => {
      const { tenant, api_key: key } = await stage.createTenant(`Bench ${++created}`);
      for (const path of paths)
        await stage.call('/webhook-endpoints', { url: receiver.address + path, event_types: ['task.created'] }, key);
      return { tenant, key };
    }),
  );

/** Adds the CPU seconds per 1,000 events. */
const costing = async (server, number, work) => {
  const all = () => [server.pid, stage.api.postgres, receiver.pid].map(cpuSeconds);
  const before = all();
  const result = await work();
  const [own, ofPostgres, ofReceiver] = all().map((after, i) => ((after - before[i]) / number) * 1000);
  return { ...result, own, ofPostgres, ofReceiver };
};
const reported = ({ perSecond: rate, own, ofPostgres, ofReceiver, others }) =>
  `${rate.toFixed(0).padStart(6)}/s   CPU s per 1,000: ${own.toFixed(3)}, PostgreSQL ${ofPostgres.toFixed(3)}, ` +
  `receiver ${ofReceiver.toFixed(3)}   (others ${others.toFixed(2)} cores)`;
const rateOf = ({ count: number, firstAt, lastAt }) => ({ perSecond: (number / (lastAt - firstAt)) * 1000 });

const medians = (runs) =>
  Object.fromEntries(
    ['perSecond', 'own', 'ofPostgres', 'ofReceiver', 'others'].map((of) => [of, median(runs.map((run) => run[of]))]),
  );

/**
 * Medians for a backlog sent by the bare loop and one delivered by a worker, in alternation since the speed of a
 * machine changes within a minute. Both run once before, so that V8 has compiled them, and the worker is paused during
 * rounds of the bare loop.
 */
async function sideBySide(tenants, workerEnv) {
  const emitToAll = async () => {
    receiver.forget();
    for (const one of tenants) await emit(one, count / tenants.length);
    await stage.database.query('vacuum analyze');
  };
  const measured = async (server, work) => {
    const { result, others } = await othersDuring(() => costing(server, count, work));
    return { ...result, others };
  };
  const sender = await stage.startBare('sender', { RECEIVER: receiver.address, COUNT: String(count) });
  const send = async () => {
    receiver.forget();
    sender.child.send('begin');
    await once(sender.child, 'message');
    return rateOf(await receiver.seen());
  };
  await send();
  await emitToAll();
  const worker = await stage.startWorker(workerEnv);
  await receiver.received(count);
  const resume = async () => worker.child.kill('SIGCONT') && rateOf(await receiver.received(count));
  const [bare, product] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await sleep(500);
    worker.child.kill('SIGSTOP');
    bare.push(await measured(sender, send));
    await emitToAll();
    product.push(await measured(worker, resume));
  }
  await sleep(500);
  await worker.stop();
  await sender.stop();
  const { rows } = await stage.database.query(
    `select count(*)::int as left from webhook_deliveries where status <> 'succeeded' and tenant_id = any($1)`,
    [tenants.map(({ tenant }) => tenant.id)],
  );
  if (rows[0].left) console.log(`${rows[0].left} deliveries have not succeeded`);
  const ratios = product.map(({ perSecond: rate }, i) => rate / bare[i].perSecond);
  return { bare: medians(bare), product: medians(product), ratios };
}

/** For an endpoint that has received none of the events, while no worker runs. */
async function recovery(number) {
  const [one] = await createTenants(1, ['/timed']);
  await emit(one, number);
  const text = `update events e set sequence = n.place
    from (
      select id, row_number() over (order by id) as place
      from events where tenant_id = $1 and type = 'task.created'
    ) n
    where e.tenant_id = $1 and e.id = n.id`;
  await stage.database.query(text, [one.tenant.id]);
  await stage.database.query('vacuum analyze');
  const [since, began] = [new Date(Date.now() - 3_600_000).toISOString(), performance.now()];
  const cost = await costing(stage.api, number, () => stage.call('/webhook-events/recover', { since }, one.key));
  return { ...cost, seconds: (performance.now() - began) / 1000 };
}
const disableHanging = (tenants) =>
  stage.database.query(
    `update webhook_endpoints set is_enabled = false, disabled_at = now(), disabled_reason = 'manual'
     where tenant_id = any($1) and url like '%/hang'`,
    [tenants.map(({ tenant }) => tenant.id)],
  );

try {
  console.log(`Node ${stage.nodeVersion}, ${count} events, ${rounds} rounds`);

  const onRedis = { REDIS_URL: redis?.url ?? '' };
  const compare = async (name, tenants) => {
    const { bare, product, ratios } = await sideBySide(tenants, onRedis);
    const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
    console.log(`${name.padEnd(16)} bare loop ${reported(bare)}`);
    console.log(`${''.padEnd(16)} product   ${reported(product)}   ratio ${median(ratios).toFixed(2)} (${each})`);
  };

  await emit(stage, count); // for the bare loop
  if (parts.includes('many')) await compare('ten endpoints', await createTenants(10, ['/']));
  if (parts.includes('one')) await compare('one endpoint', await createTenants(1, ['/']));
  const paced = { receiver, emit, seconds };
  if (parts.includes('trickle')) {
    const [withoutEndpoints, tenants] = [await createTenants(10, []), await createTenants(10, ['/timed'])];
    for (const [backend, env] of Object.entries({ PostgreSQL: {}, ...(redis && { Redis: onRedis }) })) {
      const bare = await bareTrickle(stage, paced, { tenants: withoutEndpoints, perSecond });
      const worker = await stage.startWorker(env);
      const toAll = () => trickle(paced, { tenants, perSecond });
      await toAll(); // to warm up
      const { delays, own, ofPostgres } = await costing(worker, seconds * perSecond, toAll);
      console.log(
        `${perSecond}/s, queue on ${backend.padEnd(10)}  commit to receipt ${figures(delays)}   ` +
          `CPU s per 1,000: ${own.toFixed(3)}, PostgreSQL ${ofPostgres.toFixed(3)}`,
      );
      console.log(`      of a bare listener     commit to receipt ${figures(bare)}   ${ratioOfP95(delays, bare)}`);
      await worker.stop();
    }
  }
  if (parts.includes('dead')) {
    const ninety = await createTenants(9, Array(10).fill('/timed'));
    const [withDead] = await createTenants(1, [...Array(9).fill('/timed'), '/hang']);
    const [without] = await createTenants(1, Array(9).fill('/timed'));
    const worker = await stage.startWorker(onRedis);
    const toAll = (tenth) =>
      trickle(paced, { tenants: [tenth, ...ninety], perSecond: perSecondOfTen, each: (9 * 10 + 9) / 10 });
    await toAll(without); // to warm up
    const [usual, besideDead] = [[], []];
    for (let round = 0; round < deadRounds; round++) {
      usual.push(...(await toAll(without)).delays);
      besideDead.push(...(await toAll(withDead)).delays);
    }
    const ratio = percentile(besideDead, 0.95) / percentile(usual, 0.95);
    console.log(
      `100 endpoints, one dead: ${figures(besideDead)}; without it ${figures(usual)}   ratio ${ratio.toFixed(2)}`,
    );
    await disableHanging([withDead]);
    await worker.stop();
  }
  if (parts.includes('hanging')) {
    const [quiet] = await createTenants(1, ['/timed']);
    const others = await createTenants(3, Array(20).fill('/hang'));
    const worker = await stage.startWorker(onRedis);
    const toQuiet = () => trickle(paced, { tenants: [quiet], perSecond: perSecondOfTen });
    await toQuiet(); // to warm up
    const alone = (await toQuiet()).delays;
    const ending = new AbortController();
    const toOthers = (async () => {
      for (; !ending.signal.aborted; await sleep(1000 / perSecondOfTen))
        for (const other of others) await emit(other, 1);
    })();
    const beside = (await toQuiet()).delays;
    ending.abort();
    await toOthers;
    const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
    console.log(
      `beside three tenants with 20 hanging endpoints each: ${figures(beside)}; ` +
        `without them ${figures(alone)}   ratio ${ratio.toFixed(2)}`,
    );
    await disableHanging(others);
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
