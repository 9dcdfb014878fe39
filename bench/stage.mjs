import { execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { features } from '@tandem/adapters/features';
import { withClient } from '@tandem/platform/postgres/connection';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import { makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Of all servers. */
const node = process.env.BENCH_NODE || process.execPath;

const { scripts } = JSON.parse(readFileSync(file('../package.json'), 'utf8'));
/** Those with which `npm run start:api` limits the memory of V8. */
const memoryFlags = scripts['start:api'].split(' ').filter((word) => word.startsWith('--max-'));

const operatorToken = 'operator-token-of-the-bench';

/** Real limits, too high to be reached: counting is part of the measurement. */
const product = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  OPERATOR_TOKEN: operatorToken,
  PORT: '0',
  LOG_LEVEL: 'info',
  RATE_LIMIT_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_TENANT_PER_MINUTE: '60000000',
  RATE_LIMIT_TENANT_PER_SECOND: '1000000',
  RATE_LIMIT_TENANT_MIB_PER_SECOND: '10000',
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: '20',
};

/**
 * Opens PostgreSQL with fsync, the API on it, and a tenant with a project. `settings`: for API and workers.
 * `keepsCommitTimes`: records the time of each commit.
 */
export async function openStage(settings = {}, { keepsCommitTimes = false } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-bench-'));
  const startServer = () => startPostgres({ directory: join(directory, 'postgres'), password: 'of the owner' });
  let postgres = await startServer();
  if (keepsCommitTimes) {
    await withClient(postgres.url, (client) => client.query('alter system set track_commit_timestamp = on'));
    await postgres.stop();
    postgres = await startServer();
  }
  await migrate(postgres.url, features);
  const children = [];
  const login = await makeLogin(postgres.url, { name: 'tandem_login', password: 'of the bench' });
  const start = (path, env, flags) => startChild(path, { DATABASE_URL: login, ...env }, { children, flags });
  const api = await start('../apps/api/dist/main.js', { ...product, ...settings }, memoryFlags);
  const call = async (path, body, token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${api.address}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  };
  const createTenant = (name) =>
    call('/tenants', { name, owner: { name: 'B', email: 'b@example.com' } }, operatorToken);
  const { tenant, member, api_key: key } = await createTenant('Bench');
  const createProjects = (count) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => call('/projects', { name: `Bench ${i}`, identifier: `BEN${i}` }, key)),
    );
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const bareEnv = {
    DATABASE_URL: postgres.url,
    TENANT_ID: tenant.id,
    MEMBER_ID: member.id,
    TOKEN_HASH: createHash('sha256').update(key).digest('hex'),
  };
  const measured = (server) => ({ ...server, postgres: postgres.pid });
  return {
    nodeVersion: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    api: measured(api),
    call,
    createTenant,
    createProjects,
    key,
    tenant,
    database,
    environment: { ...product, ...settings, DATABASE_URL: login },
    url: postgres.url,
    startBare: async (name, env) => measured(await start(`./bare/${name}.mjs`, { ...bareEnv, ...env })),
    startWorker: async (env) =>
      measured(await start('../apps/worker/dist/main.js', { ...product, ...settings, WORKER_PORT: '0', ...env })),
    async close() {
      for (const child of children) child.kill('SIGTERM');
      await database.end();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function startChild(path, env, { children, flags = [] }) {
  const child = fork(file(path), [], {
    execPath: node,
    execArgv: [
      ...flags,
      ...(process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
    ],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)));
    child.on('message', (message) => message.type === 'ready' && resolve(running(child, message)));
  });
}

const running = (child, { address }) => ({
  address,
  pid: child.pid,
  child,
  async stop() {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  },
});

/** SQL for the id with number `n`: ids ascend with `n`, like those generated in sequence. `first`: the first id. */
export const idOf = (first) => `overlay(${first}::text placing lpad(to_hex(n), 12, '0') from 25)::uuid`;

/** Inserts tasks into the project, numbered after those that exist. */
export async function seedTasks({ database, tenant, project }, count) {
  await database.query(
    `insert into tasks (tenant_id, id, title, description, priority, position, metadata,
       project_id, status_id, status_category, identifier, created_at, updated_at, due_at, due)
     select p.tenant_id, gen_random_uuid(), 'Task ' || n, 'Seeded for measuring',
       (array['none', 'low', 'medium', 'high', 'urgent'])[1 + n % 5], n % 1000, '{"seeded": true}',
       p.id, p.default_status_id, 'unstarted', p.identifier || '-' || (p.next_task_number + n - 1),
       now() - make_interval(secs => $3::int - n), now() - make_interval(secs => (n::bigint * 7919) % $3::int), due, due
     from projects p, generate_series(1, $3::int) n,
       lateral (select case when n % 3 = 0 then now() + make_interval(mins => n % 100000) end as due) d
     where p.tenant_id = $1 and p.id = $2`,
    [tenant.id, project.id, count],
  );
  await database.query(
    'update projects set next_task_number = next_task_number + $3 where tenant_id = $1 and id = $2',
    [tenant.id, project.id, count],
  );
  await database.query('vacuum analyze tasks');
}
