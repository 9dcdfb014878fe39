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

describe('a static response', () => {
  const world = useWorld();
  const fetchBytes = async (path: string, headers: Record<string, string>) => {
    const response = await request(world.address + path, { headers });
    return { ...response, bytes: Buffer.from(await response.body.arrayBuffer()) };
  };

  it.each(large)('%s has the same content in every encoding, each with its own ETag', async (path) => {
    const plain = await fetchBytes(path, {});
    const tags = new Set<unknown>();
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await fetchBytes(path, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(Number(response.headers['content-length'])).toBe(response.bytes.length);
      expect(response.headers.vary).toContain('Accept-Encoding');
      expect(response.headers['cache-control']).toContain('public');
      expect(decode(response.bytes).equals(plain.bytes)).toBe(true);
      tags.add(response.headers.etag);
    }
    expect(tags.size).toBe(3);
  });

  it.each(paths)('%s is not sent again to a client that has it', async (path) => {
    const { etag } = (await fetchBytes(path, { 'accept-encoding': 'gzip' })).headers;
    const again = await fetchBytes(path, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) });
    expect([again.statusCode, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const other = await fetchBytes(path, { 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
    expect(other.statusCode).toBe(200);
  });

  it('is not sent in an encoding that the client refuses', async () => {
    const response = await fetchBytes('/openapi.json', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(response.headers['content-encoding']).toBe('gzip');
  });

  it('has the same headers for HEAD', async () => {
    const head = await request(`${world.address}/openapi.json`, { method: 'HEAD' });
    const { bytes } = await fetchBytes('/openapi.json', {});
    expect(Number(head.headers['content-length'])).toBe(bytes.length);
    expect((await head.body.text()).length).toBe(0);
  });
});
