import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, loopback, type LocalServer, startServer } from '@tandem/testing/outside/counting-server';
import { Egress } from './guarded-fetch.js';

/** PORT is that of a canary server, whose hits reveal a guard that lets one pass. */
const forbidden =
  `http://127.0.0.1:PORT http://127.1:PORT http://127.0.1:PORT http://127.0.0.1.:PORT http://127.255.255.254:PORT
  http://0:PORT http://0.0.0.0:PORT http://0x0:PORT http://00.0.0.0:PORT http://2130706433:PORT http://0x7f000001:PORT
  http://0x7F.0x0.0x0.0x1:PORT http://0x7f.1:PORT http://017700000001:PORT http://0177.0.0.01:PORT http://0177.1:PORT
  http://①②⑦.⓪.⓪.①:PORT http://①②⑦。①:PORT http://１２７.０.０.１:PORT http://%31%32%37.0.0.1:PORT
  http://127%2e0%2e0%2e1:PORT http://[::1]:PORT http://[0:0:0:0:0:0:0:1]:PORT http://[::]:PORT
  http://[::ffff:127.0.0.1]:PORT http://[::ffff:7f00:1]:PORT http://[0:0:0:0:0:ffff:127.0.0.1]:PORT
  http://[::127.0.0.1]:PORT http://[64:ff9b::127.0.0.1]:PORT http://[64:ff9b::7f00:1]:PORT
  http://[2002:7f00:1::]:PORT http://[2001::1]:PORT http://[fe80::1]:PORT http://[fc00::1]:PORT
  http://[fd00:ec2::254]:PORT http://[fec0::1]:PORT http://[ff02::1]:PORT http://[2001:db8::1]:PORT
  http://[3fff::1]:PORT http://localhost:PORT
  http://localhost.:PORT http://LOCALHOST:PORT http://ｌｏｃａｌｈｏｓｔ:PORT http://a.localhost:PORT http://169.254.169.254
  http://169.254.169.254.:PORT http://0xa9fea9fe http://2852039166 http://10.0.0.1 http://172.16.0.1
  http://192.168.1.1 http://100.100.100.200 http://168.63.129.16 http://192.0.0.192 http://198.18.0.1
  http://224.0.0.1 http://255.255.255.255
  https://127.0.0.1:PORT https://[::1]:PORT http:127.0.0.1:PORT http:\\\\127.0.0.1:PORT`.split(/\s+/);

/** Not URLs that could be dialled. */
const nonsense = [
  ...'http://user@8.8.8.8 http://user:pass@8.8.8.8 http://8.8.8.8@127.0.0.1:PORT http://127.0.0.1:PORT@8.8.8.8/'.split(
    ' ',
  ),
  ...'ftp://127.0.0.1:PORT file:///etc/passwd gopher://127.0.0.1:PORT data:text/plain,x javascript:1'.split(' '),
  ...'unix:/var/run/docker.sock ws://127.0.0.1:PORT http:// http://256.256.256.256 http://[fe80::1%25lo]:PORT'.split(
    ' ',
  ),
  ...[
    '//127.0.0.1:PORT',
    '',
    'webhook',
    'http://127.0.0.1:99999',
    'http://a b.example',
    'http://0x100000000',
    'blob:http://127.0.0.1:PORT',
  ],
];

const canaries: LocalServer[] = [];
const egress = new Egress({ allowCidrs: [] });
const filled = (url: string) => url.replaceAll('PORT', String(canaries[0]!.port));
const hits = () => canaries.reduce((sum, { connections }) => sum + connections, 0);

beforeAll(async () => {
  canaries.push(await startServer((_, response) => response.end('canary')));
  canaries.push(await startServer((_, response) => response.end('canary'), '::1', canaries[0]!.port));
});

afterAll(async () => {
  await egress.close();
  await Promise.all(canaries.map((canary) => canary.stop()));
});

describe('a private address', () => {
  it.each(forbidden)('%s is refused', async (text) => {
    const url = filled(text);
    const started = performance.now();
    expect(await egress.send({ url, method: 'GET' })).toMatchObject({ kind: 'failure', error: 'blocked_address' });
    expect(await egress.mayDial(url)).toBe('blocked_address');
    await expect(egress.fetch(url)).rejects.toThrow('fetch failed');
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(hits()).toBe(0);
  });

  it.each(nonsense)('%j is not a URL to call', async (text) => {
    const url = filled(text);
    expect(await egress.send({ url, method: 'GET' })).toMatchObject({ kind: 'failure', error: 'blocked_address' });
    expect(await egress.mayDial(url)).toBe('invalid_url');
    await expect(egress.fetch(url)).rejects.toThrow('fetch failed');
    expect(hits()).toBe(0);
  });
});

describe('mayDial', () => {
  const resolving = (lookup: ReturnType<typeof responses>) => new Egress({ allowCidrs: ['10.1.0.0/16'], lookup });

  it('accepts a name with public addresses, and public and opened literals', async () => {
    const open = resolving(responses(['93.184.216.34', '2606:4700::1111']));
    for (const url of [
      'https://example.com/hook?a=b',
      'http://8.8.8.8:8080/',
      'https://[2606:4700::1111]/',
      'http://10.1.2.3',
    ])
      expect(await open.mayDial(url)).toBe('ok');
  });

  it('refuses a name if any of its addresses is private', async () => {
    expect(await resolving(responses(['93.184.216.34', '10.2.0.1'])).mayDial('https://example.com')).toBe(
      'blocked_address',
    );
    expect(await resolving(responses(['93.184.216.34', '::ffff:10.2.0.1'])).mayDial('https://example.com')).toBe(
      'blocked_address',
    );
  });

  it('reports a name that does not resolve', async () => {
    expect(await resolving(responses(new Error('ENOTFOUND'))).mayDial('https://nowhere.example')).toBe('dns_failure');
    expect(await resolving(responses([])).mayDial('https://nowhere.example')).toBe('dns_failure');
  });
});

describe('a network that the operator opened', () => {
  it('is dialled, but no other private address', async () => {
    const open = new Egress({ allowCidrs: loopback });
    for (const { url } of canaries)
      expect(await open.send({ url, method: 'GET' })).toMatchObject({ kind: 'response', status: 200 });
    const metadata = await open.send({ url: 'http://169.254.169.254/latest/meta-data', method: 'GET' });
    expect(metadata).toMatchObject({ error: 'blocked_address' });
    await open.close();
  });

  it('is rejected at once if it is malformed', () => {
    expect(() => new Egress({ allowCidrs: ['intranet'] })).toThrow('"intranet" is no CIDR');
  });
});
