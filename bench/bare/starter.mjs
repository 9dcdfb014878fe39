/** The reference: starts queued rows on each NOTIFY, one by one. Needs DATABASE_URL. */
import pg from 'pg';

const database = new pg.Client({ connectionString: process.env.DATABASE_URL });
await database.connect();
await database.query(`create table if not exists bare_runs (
  id bigserial primary key, created_at timestamptz not null default clock_timestamp(), started_at timestamptz)`);

const start = {
  name: 'begin',
  text: `update bare_runs set started_at = clock_timestamp() where id = (
    select id from bare_runs where started_at is null order by id limit 1 for update skip locked)`,
};
const startAll = async () => {
  while ((await database.query(start)).rowCount > 0);
};
let starting = Promise.resolve();
database.on('notification', () => (starting = starting.then(startAll)));
await database.query('listen bare_runs');
process.send({ type: 'ready' });
