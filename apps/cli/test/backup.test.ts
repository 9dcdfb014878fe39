import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { addressOf, makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';
import { Callers } from '@tandem/testing/callers';
import { eventually } from '@tandem/testing/eventually';
import { ForkedProcess } from '@tandem/testing/forked-process';
import { WebhookReceiver } from '@tandem/testing/outside/webhook-receiver';
import { describeOnSystemPostgres, startSystemPostgres } from '@tandem/testing/system-postgres';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';
import { Webhook } from 'standardwebhooks';

const timeouts = 300_000;
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const owner = { name: 'acme', password: 'of the owner' };

/** The commands of docs/backup.md that contain a term. */
async function documented(term: string, language = 'sh'): Promise<string> {
  const page = await readFile(join(repository, 'docs/backup.md'), 'utf8');
  const blocks = [...page.matchAll(/```(\w+)\n([^]*?)```/g)].filter(([, is]) => is === language);
  return blocks.map(([, , text]) => text!).find((text) => text.includes(term))!;
}

describeOnSystemPostgres('a backup by docs/backup.md', (programs) => {
  const servers: EmbeddedPostgres[] = [];
  const apps: ForkedProcess[] = [];
  const receiver = new WebhookReceiver();
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  afterEach(async () => void (await Promise.all(apps.splice(0).map((app) => app.end('SIGKILL')))));
  beforeEach(() => receiver.open());
  afterEach(() => receiver.close());
  const home = useFolder();
  const dump = join(home, 'tandem.dump');
  let source: Server;
  let target: Server;

  interface Server {
    administrator: string;
    owner: string;
  }

  /** With a database for an owner who may not create roles. */
  async function start(name: string): Promise<Server> {
    const server = await startSystemPostgres(programs, join(home, name));
    servers.push(server);
    const at = (database: string) => server.url.replace(/\/tandem$/, `/${database}`);
    await asOwner(at('postgres'), `create role ${owner.name} login password '${owner.password}'`);
    await asOwner(at('postgres'), `create database acme owner ${owner.name}`);
    return { administrator: at('acme'), owner: addressOf(at('acme'), owner) };
  }

  const sh = (script: string, env: NodeJS.ProcessEnv) => {
    const PATH = `${programs}${delimiter}${process.env.PATH}`;
    const options = { cwd: repository, env: { ...env, PATH, HOME: home } };
    return promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);
  };

  const fork = async (app: 'api' | 'worker', url: string) => {
    const created = await ForkedProcess.start(app, testEnvironment(url));
    apps.push(created);
    return created.address;
  };

  /** Every row of every table, except what the running product counts and refreshes. */
  async function contents(url: string): Promise<Record<string, string>> {
    const tables = await asOwner<{ name: string }>(
      url,
      `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
        from ${name} t`;
      all[name] = (await asOwner<{ sum: string }>(url, text))[0]!.sum;
    }
    return all;
  }

  beforeAll(async () => {
    [source, target] = [await start('source'), await start('target')];
  }, timeouts);

  it(
    'restores on an empty server, and the product continues there',
    async () => {
      const login = await makeLogin(source.administrator, { name: 'tandem_login', password: 'of the source' });
      await migrate(source.owner, features);
      const before = new Callers();
      before.address = await fork('api', login);
      before.operator.key = testEnvironment('').OPERATOR_TOKEN;
      const ada = await before.tenant();
      const task = (await ada.post('/tasks', { title: 'kept' })).body as { id: string };
      const endpoint = (await ada.post('/webhook-endpoints', { url: `${receiver.url}/hook` })).body as {
        signing_secret: string;
      };
      await Promise.all(apps.splice(0).map((app) => app.end()));

      const [role] = [(await documented('tandem_backup', 'sql')).replace('choose one', 'of the backup')];
      await asOwner(source.administrator, role);
      const backup = addressOf(source.administrator, { name: 'tandem_backup', password: 'of the backup' });
      await sh(await documented('pg_dump'), { BACKUP_URL: backup, DUMP: dump });
      const { administrator: ADMIN_URL, owner: MIGRATION_DATABASE_URL } = target;
      const inFolder = (script: string) => script.replace('login.sql', join(home, 'login.sql'));
      await sh(inFolder(await documented('pg_restore')), {
        ...{ ADMIN_URL, MIGRATION_DATABASE_URL },
        ...{ OWNER: owner.name, DUMP: dump },
      });
      expect(await contents(target.administrator)).toEqual(await contents(source.administrator));

      const [, url] = /^-- DATABASE_URL=(.*)$/m.exec(await readFile(join(home, 'login.sql'), 'utf8'))!;
      const after = new Callers();
      const [address] = await Promise.all([fork('api', url!), fork('worker', url!)]);
      const again = after.bearer(ada.key, address);
      expect((await again.get(`/tasks/${task.id}`)).body).toMatchObject({ title: 'kept' });
      expect((await again.post('/tasks', { title: 'new' })).status).toBe(201);
      await eventually(() => {
        const { headers, body } = receiver.received.find(({ event }) => event.data.title === 'new')!;
        expect(new Webhook(endpoint.signing_secret).verify(body, headers)).toMatchObject({ type: 'task.created' });
      });
    },
    timeouts,
  );

  it('cannot be taken as the owner, from whom row-level security hides all rows', async () => {
    const command = sh(await documented('pg_dump'), { BACKUP_URL: source.owner, DUMP: `${dump}.none` });
    await expect(command).rejects.toThrow('row-level security');
  });
});
