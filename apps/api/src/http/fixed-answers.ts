import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

type Content = () => string | Buffer | Promise<string | Buffer>;

interface Form {
  bytes: Buffer;
  etag: string;
}

/** One step more takes ten times as long for a twentieth of the size. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const leastCompressedBytes = 1024;

/** The best first: of what the reader accepts, the first is sent. */
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliQuality),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

/**
 * Answers with content that stays the same while the process runs; `type` is a media type, or what Express calls it by
 * (`html`, `json`, `js`). Readers may keep it for `cacheSeconds`; 0 = they ask each time whether it is still the same.
 */
export function fixedAnswer(type: string, content: Content, cacheSeconds = 0): RequestHandler {
  const answer = new FixedAnswer(type, content, cacheSeconds ? `public, max-age=${cacheSeconds}` : 'public, no-cache');
  return (request, response) => answer.send(request, response);
}

/**
 * Content whose bytes are made once for each encoding, at the first request that needs them; all requests share these bytes.
 * A reader who has them already is answered 304 (RFC 9110, section 13.1.2).
 */
export class FixedAnswer {
  private readonly forms = new Map<Encoding, Promise<Form>>();

  constructor(
    private readonly type: string,
    private readonly content: Content,
    private readonly cacheControl: string,
  ) {}

  async send(request: Request, response: Response): Promise<void> {
    const encoding = encodings.find((one) => one === 'identity' || request.acceptsEncodings(one))!;
    const { bytes, etag } = await this.form(encoding);
    if (this.type === 'html') allowPlainHttp(request, response);
    response.set({ 'Cache-Control': this.cacheControl, ETag: etag }).vary('Accept-Encoding');
    if (request.fresh) return void response.status(304).end();
    // Short content is as it was in every encoding.
    if (encoding !== 'identity' && bytes !== (await this.form('identity')).bytes)
      response.set('Content-Encoding', encoding);
    response.type(this.type).set('Content-Length', String(bytes.length)).end(bytes);
  }

  private form(encoding: Encoding): Promise<Form> {
    const known = this.forms.get(encoding);
    if (known) return known;
    const made = this.make(encoding);
    this.forms.set(encoding, made);
    // What failed once is tried again at the next request.
    made.catch(() => this.forms.delete(encoding));
    return made;
  }

  private async make(encoding: Encoding): Promise<Form> {
    const plain = encoding === 'identity' ? Buffer.from(await this.content()) : (await this.form('identity')).bytes;
    const bytes = plain.length < leastCompressedBytes ? plain : await encoders[encoding](plain);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return { bytes, etag: `"${hash}"` };
  }
}

/** Over plain HTTP a browser must fetch the page's own files by HTTP too. */
function allowPlainHttp(request: Request, response: Response): void {
  if (request.secure) return;
  const policy = String(response.getHeader('content-security-policy') ?? '');
  response.setHeader('content-security-policy', policy.replace(/;?\s*upgrade-insecure-requests/, ''));
}
