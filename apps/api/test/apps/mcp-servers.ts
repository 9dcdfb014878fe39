import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createMcpHandler,
  type CreateMcpHandlerOptions,
  fromJsonSchema,
  McpServer,
} from '@modelcontextprotocol/server';
import { hangUp, listen } from '@tandem/testing/local-server';

export interface Served {
  url: string;
  /** Authorization headers of the calls, in order. */
  authorizations: (string | undefined)[];
  stop(): Promise<void>;
}

export type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

/** A server on a free port that answers as it is told. */
export async function serve(respond: Respond): Promise<Served> {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    authorizations.push(request.headers.authorization);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void respond(request, response, Buffer.concat(chunks).toString()));
  });
  return { url: `${await listen(server)}/mcp`, authorizations, stop: () => hangUp(server) };
}

/** A server made with the official library whose tools, description by name, may be changed while it runs. */
export async function serveTools(
  tools: Record<string, string>,
  options: CreateMcpHandlerOptions = {},
): Promise<Served & { tools: Record<string, string> }> {
  const current = { tools };
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'changing', version: '1' }, { capabilities: { tools: {} } });
    const inputSchema = fromJsonSchema({ type: 'object', properties: { q: { type: 'string' } } });
    for (const [name, description] of Object.entries(current.tools))
      server.registerTool(name, { description, inputSchema }, () => ({ content: [] }));
    return server;
  }, options);
  const served = await serve(async (request, response, body) => {
    const fetched = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method!,
        headers: request.headers as Record<string, string>,
        ...(body ? { body } : {}),
      }),
    );
    response.writeHead(fetched.status, Object.fromEntries(fetched.headers));
    for await (const chunk of fetched.body ?? []) response.write(chunk);
    response.end();
  });
  return Object.assign(current, served);
}

/** A JSON-RPC server by hand: an MCP server of the first generation, hostile as its results are. */
export const serveResults = (results: (method: string, params: Record<string, unknown>) => unknown) =>
  serve((_, response, body) => {
    if (!body) return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params: Record<string, unknown> };
    if (id === undefined) return response.writeHead(202).end();
    const outcome = results(method, params ?? {}) ?? { error: { code: -32_601, message: 'Method not found' } };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  });

export const initialized = {
  result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'hostile', version: '1' } },
};
