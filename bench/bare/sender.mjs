/**
 * The reference: posts the same signed bytes as the product, with limited concurrency, and records outcomes in batches
 * of one statement. Needs DATABASE_URL, RECEIVER and COUNT; over IPC it starts and reports the end. The message
 * `follow` makes it send new events of TENANTS on each NOTIFY.
 */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { newId } from '@tandem/domain/core/id';

const { DATABASE_URL, RECEIVER, COUNT, TENANTS = '[]' } = process.env;
const [maxInFlight, batchSize] = [64, 500];
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
const receiver = new Pool(RECEIVER, { connections: maxInFlight });
const key = Buffer.alloc(32, 7);

await database.query(`create table if not exists bare_deliveries (
  id bigserial primary key, event_id uuid not null, status text not null, http_status int,
  response_time_ms int, completed_at timestamptz)`);

async function send(event, path = '/bare') {
  const began = performance.now();
  const { data, ...head } = event;
  const body = `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Bare/1',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'x-delivery-id': event.id,
    'x-delivery-attempt': '1',
  };
  const response = await receiver.request({ path, method: 'POST', headers, body });
  await response.body.dump();
  return [event.id, response.statusCode, Math.round(performance.now() - began)];
}

const record = (done) =>
  database.query({
    name: 'record',
    text: `insert into bare_deliveries (event_id, status, http_status, response_time_ms, completed_at)
      select id, 'succeeded', http_status, millis, now()
      from unnest($1::uuid[], $2::int[], $3::int[]) as d (id, http_status, millis)`,
    values: [0, 1, 2].map((part) => done.map((one) => one[part])),
  });

const columns = 'id, type, created_at as timestamp, tenant_id, sequence, data::text as data';

async function sendAll() {
  const { rows } = await database.query(
    `select ${columns} from events
     where type = 'task.created' order by id desc limit $1`,
    [COUNT],
  );
  const recorded = [];
  let done = [];
  const loop = async () => {
    for (let event = rows.pop(); event; event = rows.pop()) {
      done.push(await send(event));
      if (done.length >= batchSize) recorded.push(record(done.splice(0)));
    }
  };
  await Promise.all(Array.from({ length: maxInFlight }, loop));
  if (done.length) recorded.push(record(done));
  await Promise.all(recorded);
}

/** New events have later ids, since a single connection inserts them. */
async function follow() {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const text = `select ${columns} from events
    where tenant_id = any($1) and id > $2 and type = 'task.created' order by id`;
  const tenants = JSON.parse(TENANTS);
  let last = newId();
  const sendNew = async () => {
    const { rows } = await client.query({ name: 'new', text, values: [tenants, last] });
    last = rows.at(-1)?.id ?? last;
    void Promise.all(rows.map((event) => send(event, '/timed'))).then((done) => done.length && record(done));
  };
  let looking = Promise.resolve();
  client.on('notification', () => (looking = looking.then(sendNew)));
  await client.query('listen tandem_events');
}

process.on('message', async (message) => {
  await (message === 'follow' ? follow() : sendAll());
  process.send({ type: 'done' });
});
process.send({ type: 'ready' });
