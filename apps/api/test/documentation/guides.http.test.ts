import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mayUse } from '@tandem/testing/has-program';
import { useFolder } from '@tandem/testing/use-folder';
import { useWorld } from '@tandem/testing/world';
import { Webhook } from 'standardwebhooks';
import { documented } from './documented.js';

const folder = new URL('../../../../docs/', import.meta.url);
const files = ['agents.md', ...readdirSync(new URL('guides/', folder)).map((file) => `guides/${file}`)];
const addressOf = (file: string) => `/docs/${file.replace(/^guides\/|\.md$/g, '')}`;
const webhooksGuide = readFileSync(new URL('guides/webhooks.md', folder), 'utf8');

const sample = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(webhooksGuide)![1]!;
const vector = (part: string) => new RegExp(`^\\| ${part} +\\| \`(.+?)\` +\\|$`, 'm').exec(webhooksGuide)![1]!;

describe('the guides', () => {
  const { raw } = useWorld();

  it.each(files)('serve %s as a page without broken links', async (file) => {
    const page = await raw('get', addressOf(file));
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<h1>');
    expect(page.text).not.toContain('.md"');
    const own = [...page.text.matchAll(/href="(\/[^"#]*)/g)].map((match) => match[1]!);
    for (const address of new Set(own))
      expect({ address, status: (await raw('get', address)).status }).toEqual({ address, status: 200 });
  });

  it.each(files)('have no command in %s that a shell reads as a redirection', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    for (const [, commands = ''] of text.matchAll(/```sh\n([\s\S]*?)```/g))
      expect(commands.replace(/'[^']*'|"[^"]*"|#.*/g, '')).not.toMatch(/[<>]/);
  });

  it('are all listed, and linked from the reference', async () => {
    const list = (await raw('get', '/docs/guides')).text;
    const text = JSON.stringify(documented);
    for (const file of files) {
      const address = addressOf(file);
      expect(list).toContain(`href="${address}"`);
      expect(text).toContain(`](${address})`);
    }
    const linked = [...text.matchAll(/\]\((\/docs\/[^)]*)\)/g)].map((match) => match[1]!);
    for (const address of new Set(linked)) expect((await raw('get', address)).status).toBe(200);
  });
});

describe('the guide to webhooks', () => {
  const { ada, receiver } = useWorld();
  const folder = useFolder();
  let secret: string;
  let headers: Record<string, string>;
  let body: string;

  beforeAll(async () => {
    const endpoint = (await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] })).body;
    secret = endpoint.signing_secret as string;
    await ada.post(`/webhook-endpoints/${endpoint.id}/test`);
    ({ headers, body } = receiver.received[0]!);
  });

  const changed = () => body.replace('webhook.test', 'webhook.tesu');

  it('has a test vector that verifies', () => {
    const at = new Date(Number(vector('`webhook-timestamp`')) * 1000);
    const signature = new Webhook(vector('secret')).sign(vector('`webhook-id`'), at, vector('body'));
    expect(signature).toBe(vector('`webhook-signature`'));
  });

  it('has a receiver that accepts a delivery once, and refuses everything else', async () => {
    const file = new URL(`receiver-${process.pid}.mjs`, import.meta.url);
    const source = sample('ts').replace(
      '.listen(process.env.PORT)',
      ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
    );
    writeFileSync(file, source);
    const program = spawn(process.execPath, [file.pathname], { env: { ...process.env, WEBHOOK_SECRET: secret } });
    try {
      let reported = '';
      program.stdout.on('data', (data: Buffer) => (reported += data.toString()));
      await once(program.stdout, 'data');
      const address = `http://127.0.0.1:${reported.trim()}/hooks`;
      const old = new Date(Date.now() - 600_000);
      const id = headers['webhook-id']!;
      const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
      const send = async (text: string, sent: Record<string, string>) =>
        (await fetch(address, { method: 'POST', body: text, headers: sent })).status;
      expect(await send(body, signed)).toBe(204);
      expect(await send(body, signed)).toBe(204);
      expect(await send(changed(), signed)).toBe(400);
      const outdated = {
        ...{ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(old.getTime() / 1000)) },
        'webhook-signature': new Webhook(secret).sign(id, old, body),
      };
      expect(await send(body, outdated)).toBe(400);
      expect(await send(body, {})).toBe(400);
      expect(reported.match(/received/g)).toHaveLength(1);
    } finally {
      program.kill();
      rmSync(file);
    }
  });

  if (mayUse('python3'))
    it('has a function for Python that accepts a delivery, and refuses everything else', () => {
      const script = `import json, sys
secret, headers, body, changed = json.load(sys.stdin)
unsigned = {name: text for name, text in headers.items() if name != 'webhook-signature'}
timestamp = int(headers['webhook-timestamp'])
print(verify(secret, headers, body.encode()), verify(secret, {**headers, 'webhook-signature': 'v1,ä'}, body.encode()),
  *(verify(secret, given, text.encode(), now) for given, text, now in [(headers, changed, None),
    (unsigned, body, None), (headers, body, timestamp + 301), ({}, body, None)]))`;
      const input = JSON.stringify([secret, headers, body, changed()]);
      const said = execFileSync('python3', ['-c', `${sample('python')}\n${script}`], { input }).toString();
      expect(said).toBe('True False False False False False\n');
    });

  if (mayUse('openssl'))
    it('has commands that tell a delivery from a changed one', () => {
      const env = {
        ...{ ...process.env, WEBHOOK_SECRET: secret, WEBHOOK_ID: headers['webhook-id'] },
        ...{ WEBHOOK_TIMESTAMP: headers['webhook-timestamp'], WEBHOOK_SIGNATURE: headers['webhook-signature'] },
      };
      const said = [body, changed()].map((text) => {
        writeFileSync(join(folder, 'body.json'), text);
        return execFileSync('sh', ['-c', sample('sh')], { cwd: folder, env }).toString();
      });
      expect(said).toEqual(['valid\n', 'invalid\n']);
    });
});
