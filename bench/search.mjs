/**
 * Measures the search in a tenant of BENCH_DOCUMENTS notes beside BENCH_TENANTS small ones: how fast a worker indexes
 * them, the size of the index, and the latency of queries. The bare baseline is one table with a tsvector of PostgreSQL
 * and no row-level security, queried directly by the owner.
 */
import pg from 'pg';
import { load, median, percentile } from './load.mjs';
import { openStage } from './stage.mjs';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 100_000);
const tenants = Number(process.env.BENCH_TENANTS ?? 50);
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const ofSmall = 100;
/** Milliseconds at the 95th percentile. */
const goals = { rare: 50, common: 300, prefix: 300, typo: 200, small: 20 };

/**
 * Words of three to thirteen Latin or Cyrillic letters, and pairs of Han characters; low numbers are the most frequent.
 * Each note is in one script; half have fewer than 90 words, and few have more than 400.
 */
const vocabulary = `create table vocabulary as
  with latin as (select n, left(translate(md5(n::text), '0123456789', 'eitaonshrl'), 2 + n % 11) || 'a' as word
    from generate_series(0, 19999) n)
  select 0 as script, n, word from latin
  union all select 1, n, translate(word, 'abcdefhilnorst', 'абцдефхилнорст') from latin
  union all select 2, n, chr(19968 + n % 3000) || chr(19968 + n / 7) from latin`;
const body = `(select string_agg(v.word, case when i % 5 = 4 then '' else ' ' end)
    from generate_series(1, exp(4.5 + (i % 7) / 5.0 * (random() + random() + random() - 1.5))::int) g
    cross join lateral (select floor(20000 * power(random(), 4) + 0 * (i + g))::int as at) drawn
    join vocabulary v on v.script = greatest(0, i % 5 - 2) and v.n = drawn.at)
  || case when i % 10 < 3 then ' everywhere' else '' end || ' only' || i`;

async function seed(database, tenantId, count) {
  await database.query(
    `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived, metadata,
       created_at, updated_at)
     select b.tenant_id, gen_random_uuid(), 'A note about launching ' || v.word, ${body},
       80, b.id, '{}', false, false, '{}', now() - make_interval(secs => i), now() - make_interval(secs => i)
     from notebooks b, generate_series(1, $2::int) i
     join vocabulary v on v.script = 0 and v.n = (i::bigint * 7919) % 20000 where b.tenant_id = $1`,
    [tenantId, count],
  );
}

const stage = await openStage();
const { database, tenant, api } = stage;
try {
  const small = [];
  for (let n = 0; n < tenants; n++) small.push(await stage.createTenant(`Small ${n}`));
  await database.query(vocabulary);
  await database.query('create unique index on vocabulary (script, n)');
  await database.query('analyze vocabulary');
  await seed(database, tenant.id, documents);
  for (const { tenant: one } of small) await seed(database, one.id, ofSmall);
  await database.query('vacuum analyze notes');
  const bareRate = await indexBare();
  const rate = await index();
  console.log(
    `indexed ${rate.toFixed(0)} documents/s (goal 5000), ${(rate / bareRate).toFixed(2)} of PostgreSQL alone`,
  );
  await sizes();
  await queries(small);
  await plan();
} finally {
  await stage.close();
}

async function index() {
  await database.query('truncate search_documents, search_words');
  await database.query(`update search_progress set indexed = '{}', current_type = null, after_id = null`);
  const started = performance.now();
  const worker = await stage.startWorker();
  const wanted = documents + tenants * ofSmall;
  for (let count = 0; count < wanted;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    count = (await database.query(`select count(*)::int as count from search_documents where entity_type = 'note'`))
      .rows[0].count;
  }
  const seconds = (performance.now() - started) / 1000;
  await worker.stop();
  await database.query('vacuum analyze search_documents');
  await database.query('vacuum analyze search_words');
  return wanted / seconds;
}

async function indexBare() {
  await database.query(`create table bare (tenant_id uuid, id uuid, lexemes tsvector, updated_at timestamptz)`);
  await database.query('create index on bare using gin (tenant_id, lexemes) with (fastupdate = off)');
  await database.query('create index on bare (tenant_id, updated_at desc)');
  const started = performance.now();
  await database.query(`insert into bare select tenant_id, id,
    setweight(to_tsvector('english', title), 'A') || to_tsvector('english', body), updated_at from notes`);
  const seconds = (performance.now() - started) / 1000;
  await database.query('vacuum analyze bare');
  return (documents + tenants * ofSmall) / seconds;
}

async function sizes() {
  const { rows } =
    await database.query(`select (select sum(octet_length(title) + octet_length(body)) from notes)::float8 as text,
    (pg_total_relation_size('search_documents') + pg_total_relation_size('search_words'))::float8 as index,
    pg_indexes_size('search_documents')::float8 as gin, pg_total_relation_size('bare')::float8 as bare`);
  const [{ text, index, gin, bare }] = rows;
  const part = (size) => (size / text).toFixed(2);
  console.log(
    `index ${part(index)} times the text (goal 1.5), its indexes ${part(gin)}, PostgreSQL alone ${part(bare)}\n`,
  );
}

async function queries(small) {
  const any = (most) => Math.floor(Math.random() * most);
  const kinds = {
    rare: () => [`only${1 + any(documents)}`, (q) => `'${q}'`],
    common: () => ['everywhere', (q) => `'${q}'`],
    prefix: () => ['ta', (q) => `'${q}':*`],
    typo: () => ['lanuching', () => `'launching'`],
    small: () => [`only${1 + any(ofSmall)}`, (q) => `'${q}'`],
  };
  const own = new pg.Client({ connectionString: stage.url });
  own.on('error', () => undefined);
  await own.connect();
  console.log('query        p50      p95     goal   PostgreSQL alone, p50   ratio');
  for (const [name, make] of Object.entries(kinds)) {
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds + 10; round++) {
      const [q, expression] = make();
      const of = name === 'small' ? small[any(small.length)] : { tenant, api_key: stage.key };
      const [mine, bare] = [
        await timed(() => search(of.api_key, q)),
        await timed(() => bareSearch(own, of.tenant.id, expression(q))),
      ];
      if (round < 10) continue;
      ours.push(mine);
      theirs.push(bare);
    }
    const cells = [median(ours), percentile(ours, 0.95), goals[name], median(theirs), median(ours) / median(theirs)];
    console.log(name.padEnd(8) + cells.map((cell) => cell.toFixed(1).padStart(9)).join(''));
  }
  await own.end();
  const headers = { authorization: `Bearer ${stage.key}` };
  const request = () => ({ method: 'GET', path: `/api/v1/search?q=only${1 + any(documents)}`, headers });
  const { perSecond } = await load({ ...api, connections: 16, millis: 5000, request });
  console.log(`16 at once: ${perSecond.toFixed(0)} queries/s (goal 100)\n`);
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function search(key, q) {
  const response = await fetch(`${api.address}/api/v1/search?q=${q}`, { headers: { authorization: `Bearer ${key}` } });
  const { data, detail } = await response.json();
  if (!data?.length) throw new Error(`${q} was not found: ${detail}`);
}

async function plan() {
  await database.query(`begin; set local role tandem_searcher; set local app.tenant_id = '${tenant.id}'`);
  for (const query of [`'only7'`, `'everywhere':*`, `'ta':*`]) {
    const { rows } =
      await database.query(`explain (analyze, costs off, timing off, buffers off) select d.* from search_documents d
      where d.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
        and d.lexemes @@ $q$${query}$q$::tsquery
        and d.entity_type = any('{note,task}') and (true or not d.is_closed) order by d.updated_at desc limit 2000`);
    console.log(`${query}\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
  await database.query('rollback');
}

function bareSearch(client, tenantId, expression) {
  return client.query(
    `select n.* from (select id, ts_rank_cd(lexemes, $2) as rank from (
        select * from bare where tenant_id = $1 and lexemes @@ $2::tsquery order by updated_at desc limit 2000) b
      order by rank desc limit 20) b join notes n on n.tenant_id = $1 and n.id = b.id`,
    [tenantId, expression],
  );
}
