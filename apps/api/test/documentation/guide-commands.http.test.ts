import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useFolder } from '@tandem/testing/use-folder';
import { useWorld } from '@tandem/testing/world';

const run = promisify(execFile);
const folder = new URL('../../../../docs/', import.meta.url);
const files = ['agents.md', ...readdirSync(new URL('guides/', folder)).map((file) => `guides/${file}`)];

const terminal = fileURLToPath(new URL('../../../terminal/bin/tandem.mjs', import.meta.url));
const curl = `${spawnSync('sh', ['-c', 'command -v curl']).stdout.toString().trim()} --fail-with-body`;

/**
 * Stand-ins for the reader's programs: `curl` fails on error statuses and leaves a stream after a second, `tandem` is
 * that of this repository, `claude` sends `initialize` to its server.
 */
const programs = {
  curl: `#!/bin/sh
case "$*" in
  */events/stream*) ${curl} --max-time 1 "$@"; test $? = 28 ;;
  *) exec ${curl} "$@" ;;
esac
`,
  tandem: `#!/bin/sh
exec ${process.execPath} ${terminal} "$@"
`,
  claude: `#!/bin/sh
test "$1 $2 $3 $4 $5 $7" = 'mcp add --transport http tandem --header' || exit 2
exec curl -s "$6" -H "$8" -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' -d '${JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'claude', version: '1' } },
  })}'
`,
};

/** In blocks of commands that other tests cover. */
const triedElsewhere = [
  ...['npm start', 'npm pack', 'npm run build', 'node receiver.mjs', 'openssl'],
  ...['tandem login', 'tandem events tail', 'tandem webhooks listen', 'tandem webhooks verify'],
];

/** The commands of a served page, each on a line. */
function commandsIn(html: string): string[] {
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return [...html.matchAll(/<code class="language-sh">([^]*?)<\/code>/g)]
    .map(([, text = '']) => plain(text))
    .filter((text) => !triedElsewhere.some((known) => text.includes(known)))
    .flatMap((text) => text.replaceAll('\\\n', ' ').split('\n'))
    .filter(Boolean);
}

/** Runs a command and returns the object that it prints, if any. */
async function responseTo(command: string, env: Record<string, string>): Promise<Record<string, string>> {
  const { stdout } = await run('sh', ['-c', command], { env }).catch((error: Error & { stdout: string }) => {
    throw new Error(`${command}\n${error.stdout}`, { cause: error });
  });
  return stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, string>) : {};
}

describe('the commands of the guides', () => {
  const publicUrl = 'https://tandem.example.org';
  const world = useWorld({ settings: { PUBLIC_URL: publicUrl }, fresh: 'tenants' });
  const { ada } = world;
  const bin = useFolder();

  beforeAll(() => {
    for (const [name, script] of Object.entries(programs)) writeFileSync(join(bin, name), script, { mode: 0o755 });
  });

  const pageOf = async (file: string) => (await world.raw('get', `/docs/${file.replace(/^guides\/|\.md$/g, '')}`)).text;

  it.each(files)('of %s name the address of the server, and work unchanged', async (file) => {
    const page = await pageOf(file);
    expect(page).not.toMatch(/127\.0\.0\.1:3000|your-tandem\.example/);
    const keys = { KEY: ada.key, TANDEM_API_KEY: ada.key, OPENAI_KEY: 'sk-0123456789' };
    const given: Record<string, string> = { TANDEM: world.address, TANDEM_BASE_URL: world.address, ...keys };
    const environment = { ...given, PATH: `${bin}:${process.env.PATH}` };
    let response: Record<string, string> = {};
    for (const command of commandsIn(page)) {
      const [, name, value, field] = /^export (\w+)=(\S+)(?:.*# the (\w+) in the response)?/.exec(command) ?? [];
      if (name === 'TANDEM') expect(value).toBe(publicUrl);
      if (!name) response = await responseTo(command, environment);
      else if (!given[name]) {
        expect([command, response[field!]]).toEqual([command, expect.stringContaining(value!.slice(0, 2))]);
        Object.assign(environment, { [name]: response[field!] });
      }
    }
  });

  it('are found, in sufficient number', async () => {
    const commands = (await Promise.all(files.map(pageOf))).flatMap(commandsIn);
    expect(commands.filter((command) => command.startsWith('curl')).length).toBeGreaterThan(12);
    expect(commands.filter((command) => command.startsWith('claude'))).toHaveLength(1);
    const source = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('');
    expect(source).not.toMatch(/\$TANDEM(?!\/(api\/v1|mcp)\b)/);
  });

  it('include a program that reads all pages of a list', async () => {
    const titles = ['one', 'two', 'three'];
    for (const title of titles) await ada.post('/tasks', { title });
    const [, sample = ''] = /```js\n([^]*?)```/.exec(
      readFileSync(new URL('guides/lists-and-repeats.md', folder), 'utf8'),
    )!;
    const program = `${sample.replace("limit: '100'", "limit: '2'")}
      for await (const { title } of all('/tasks')) console.log(title);`;
    const env = { ...process.env, TANDEM: world.address, KEY: ada.key };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
    expect(stdout.trim().split('\n').sort()).toEqual(titles.sort());
  });
});
