import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

type Content = () => string | Buffer | Promise<string | Buffer>;

interface Form {
  bytes: Buffer;
  etag: string;
}

/** The next level takes ten times as long and saves a twentieth of the size. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const minCompressedBytes = 1024;

const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliQuality),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

/** For constant content. With `cacheSeconds` 0, caches revalidate and get a 304 (RFC 9110, section 13.1.2). */
export function fixedResponse(type: string, content: Content, cacheSeconds = 0): RequestHandler {
  const formOf = formsOf(content);
  const cacheControl = cacheSeconds ? `public, max-age=${cacheSeconds}` : 'public, no-cache';
  return async (request, response) => {
    const encoding = encodings.find((one) => one === 'identity' || request.acceptsEncodings(one))!;
    const { bytes, etag } = await formOf(encoding);
    // Over plain HTTP a browser must load the page's own files over HTTP too.
    if (type === 'html' && !request.secure) leaveOutOfPolicy(response, /;?\s*upgrade-insecure-requests/);
    response.set({ 'Cache-Control': cacheControl, ETag: etag }).vary('Accept-Encoding');
    if (request.fresh) return void response.status(304).end();
    // Short content is not compressed: it is the same in every encoding.
    if (encoding !== 'identity' && bytes !== (await formOf('identity')).bytes)
      response.set('Content-Encoding', encoding);
    response.type(type).set('Content-Length', String(bytes.length)).end(bytes);
  };
}

/** The bytes by encoding, computed at the first request and shared; failures are not cached. */
function formsOf(content: Content): (encoding: Encoding) => Promise<Form> {
  const forms = new Map<Encoding, Promise<Form>>();
  const formOf = (encoding: Encoding) => {
    const form = forms.get(encoding) ?? make(encoding);
    forms.set(encoding, form);
    form.catch(() => forms.delete(encoding));
    return form;
  };
  const make = async (encoding: Encoding): Promise<Form> => {
    const plain = encoding === 'identity' ? Buffer.from(await content()) : (await formOf('identity')).bytes;
    const bytes = plain.length < minCompressedBytes ? plain : await encoders[encoding](plain);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return { bytes, etag: `"${hash}"` };
  };
  return formOf;
}

export function leaveOutOfPolicy(response: Response, part: RegExp): void {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  response.setHeader('content-security-policy', policy.replace(part, ''));
}
