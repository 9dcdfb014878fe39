import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { Webhook } from 'standardwebhooks';
import { documented } from './documented.js';

const folder = new URL('../../../../docs/', import.meta.url);
const files = ['agents.md', ...readdirSync(new URL('guides/', folder)).map((file) => `guides/${file}`)];
const addressOf = (file: string) => `/docs/${file.replace(/^guides\/|\.md$/g, '')}`;
const webhooksGuide = readFileSync(new URL('guides/webhooks.md', folder), 'utf8');

const sample = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(webhooksGuide)![1]!;
const vector = (part: string) => new RegExp(`^\\| ${part} +\\| \`(.+?)\` +\\|$`, 'm').exec(webhooksGuide)![1]!;

const secret = vector('secret');
const [id, timestamp] = [vector('`webhook-id`'), vector('`webhook-timestamp`')];
const [body, signature] = [vector('body'), vector('`webhook-signature`')];
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };

const isInstalled = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

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
  it('has a test vector that verifies', () => {
    expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body)).toBe(signature);
  });

  it('has a receiver for Node that accepts a valid event once and refuses everything else', async () => {
    const file = new URL(`receiver-${process.pid}.mjs`, import.meta.url);
    const source = sample('js').replace(
      '.listen(process.env.PORT)',
      ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
    );
    writeFileSync(file, source);
    const receiver = spawn(process.execPath, [file.pathname], { env: { ...process.env, WEBHOOK_SECRET: secret } });
    try {
      let reported = '';
      receiver.stdout.on('data', (data: Buffer) => (reported += data.toString()));
      await once(receiver.stdout, 'data');
      const address = `http://127.0.0.1:${reported.trim()}/hooks`;
      const now = new Date();
      const signed = (at: Date) => ({
        ...headers,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      });
      const send = async (text: string, sent: Record<string, string>) =>
        (await fetch(address, { method: 'POST', body: text, headers: sent })).status;
      expect(await send(body, signed(now))).toBe(204);
      expect(await send(body, signed(now))).toBe(204);
      expect(await send(`${body} `, signed(now))).toBe(400);
      expect(await send(body, signed(new Date(now.getTime() - 600_000)))).toBe(400);
      expect(await send(body, {})).toBe(400);
      expect(reported.match(/received/g)).toHaveLength(1);
    } finally {
      receiver.kill();
      rmSync(file);
    }
  });

  it('has equivalent samples for Python and the shell, where these are available', () => {
    const environment = {
      ...process.env,
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: id,
      WEBHOOK_TIMESTAMP: timestamp,
      BODY: body,
    };
    if (isInstalled('openssl')) {
      const created = execFileSync('sh', ['-c', sample('sh')], { env: environment })
        .toString()
        .trim();
      expect(created).toBe(signature);
    }
    if (isInstalled('python3')) {
      const values = [secret, headers, body].map((value) => JSON.stringify(value));
      const script = `print(verify(${values.join(', ')}.encode(), ${timestamp}))`;
      const altered = script.replace('task.created', 'task.deleted');
      const said = execFileSync('python3', ['-c', `${sample('python')}\n${script}\n${altered}`]).toString();
      expect(said).toBe('True\nFalse\n');
    }
  });
});
