import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Caller, World } from '@tandem/testing/world';

type Negotiation = ClientOptions['versionNegotiation'];
interface Connecting {
  /** What follows `/mcp` in the address, such as `?toolsets=all`. */
  query?: string;
  negotiation?: Negotiation;
  /** Carries the messages instead of the usual one. */
  fetch?: typeof globalThis.fetch;
}

/** Connects with the official client by the caller's key. */
export async function connect(
  { address }: World,
  { key }: Caller,
  { query = '', negotiation, fetch }: Connecting = {},
) {
  const client = new Client(
    { name: 'probe', version: '1.2' },
    { ...(negotiation && { versionNegotiation: negotiation }) },
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp${query}`), {
      requestInit: { headers },
      ...(fetch && { fetch }),
    }),
  );
  return client;
}

export interface Reported {
  isError: boolean;
  text: string;
  /** What stands between the marks, or the whole text where there are none. */
  value: Record<string, unknown>;
  meta: Record<string, unknown> | undefined;
}

/** Calls a tool, and takes what it answered out of the marks. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Reported> {
  const { content, isError = false, _meta } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as unknown as [{ text: string }];
  const [, inside] = /^[^<]+\n<untrusted-data-[0-9a-f]{16}>\n(.*)\n<\/untrusted-data-[0-9a-f]{16}>$/s.exec(text) ?? [];
  return { isError, text, value: JSON.parse(inside ?? text) as Record<string, unknown>, meta: _meta };
}
