import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

type Content = () => string | Buffer | Promise<string | Buffer>;

interface Form {
  bytes: Buffer;
  etag: string;
}

/** The next step would take ten times as long and save a twentieth of the size. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const minCompressedBytes = 1024;

/** The first that the reader accepts is sent. */
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliQuality),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

/**
 * Answers with content that stays the same while the process runs; `type` is a media type, or what Express calls it by
 * (`html`, `json`, `js`). Readers may keep it for `cacheSeconds`; 0 = they ask each time whether it is still the same, and are
 * answered 304 where it is (RFC 9110, section 13.1.2).
 */
export function fixedAnswer(type: string, content: Content, cacheSeconds = 0): RequestHandler {
  const formOf = formsOf(content);
  const cacheControl = cacheSeconds ? `public, max-age=${cacheSeconds}` : 'public, no-cache';
  return async (request, response) => {
    const encoding = encodings.find((one) => one === 'identity' || request.acceptsEncodings(one))!;
    const { bytes, etag } = await formOf(encoding);
    // Over plain HTTP a browser must fetch the page's own files by HTTP too.
    if (type === 'html' && !request.secure) leaveOutOfPolicy(response, /;?\s*upgrade-insecure-requests/);
    response.set({ 'Cache-Control': cacheControl, ETag: etag }).vary('Accept-Encoding');
    if (request.fresh) return void response.status(304).end();
    // Short content is not compressed: its form is the same in every encoding.
    if (encoding !== 'identity' && bytes !== (await formOf('identity')).bytes)
      response.set('Content-Encoding', encoding);
    response.type(type).set('Content-Length', String(bytes.length)).end(bytes);
  };
}

/** The bytes of each encoding, made at the first request that needs them and shared by all; what failed is tried again. */
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

/** Takes what matches out of the page's Content-Security-Policy. */
export function leaveOutOfPolicy(response: Response, part: RegExp): void {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  response.setHeader('content-security-policy', policy.replace(part, ''));
}
