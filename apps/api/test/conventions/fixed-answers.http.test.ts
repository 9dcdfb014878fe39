import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';

const large = ['/openapi.json', '/docs/guides', '/docs/reference.js'];
const paths = [...large, '/docs', '/problems/not_found'];
const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

describe('an answer that never changes', () => {
  const world = useWorld();
  const fetchBytes = async (path: string, headers: Record<string, string>) => {
    const answer = await request(world.address + path, { headers });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };

  it.each(large)('%s is the same content in every encoding, each under a tag of its own', async (path) => {
    const plain = await fetchBytes(path, {});
    const tags = new Set<unknown>();
    for (const [encoding, decode] of Object.entries(decoders)) {
      const answer = await fetchBytes(path, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
      expect(answer.headers.vary).toContain('Accept-Encoding');
      expect(answer.headers['cache-control']).toContain('public');
      expect(decode(answer.bytes).equals(plain.bytes)).toBe(true);
      tags.add(answer.headers.etag);
    }
    expect(tags.size).toBe(3);
  });

  it.each(paths)('%s is not sent again to who has it', async (path) => {
    const { etag } = (await fetchBytes(path, { 'accept-encoding': 'gzip' })).headers;
    const again = await fetchBytes(path, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) });
    expect([again.statusCode, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const other = await fetchBytes(path, { 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
    expect(other.statusCode).toBe(200);
  });

  it('an encoding that the reader refuses is not sent', async () => {
    const answer = await fetchBytes('/openapi.json', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  it('the head of it is the head of the answer', async () => {
    const head = await request(`${world.address}/openapi.json`, { method: 'HEAD' });
    const { bytes } = await fetchBytes('/openapi.json', {});
    expect(Number(head.headers['content-length'])).toBe(bytes.length);
    expect((await head.body.text()).length).toBe(0);
  });
});
