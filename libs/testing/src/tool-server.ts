import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { hangUp, listen } from './local-server.js';

interface ToolCalled {
  name: string;
  arguments: Record<string, unknown>;
}

interface Message {
  id?: number;
  method: string;
  params: ToolCalled;
}

/** The result of a call, or a function that writes the response. */
type ToolResponse = object | ((response: ServerResponse) => void);

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'changing', version: '1' },
};
const unknownMethod = { error: { code: -32_601, message: 'Method not found' } };

/** State of the server, which tests may change while it runs. */
class ToolServer {
  readonly calls: ToolCalled[] = [];
  authorization: string | undefined;
  respond = (_: ToolCalled): ToolResponse => ({ content: [] });
  /** Called with the method of each message. */
  heard = (_: string): void => undefined;

  constructor(public tools: Record<string, string>) {}

  take({ id, method, params }: Message, response: ServerResponse): void {
    this.heard(method);
    if (id === undefined) return void response.writeHead(202).end();
    const given = this.responseTo(method, params);
    if (typeof given === 'function') return void given(response);
    const outcome = given ? { result: given } : unknownMethod;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  }

  private responseTo(method: string, params: ToolCalled): ToolResponse | undefined {
    if (method === 'initialize') return initialized;
    if (method === 'tools/list') return { tools: Object.entries(this.tools).map(definition) };
    if (method !== 'tools/call') return undefined;
    this.calls.push(params);
    return this.respond(params);
  }
}

const definition = ([name, description]: [string, string]) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { q: { type: 'string', description } } },
});

/** An MCP server of protocol 2025-06-18 whose tools, description by name, may change while it runs. */
export async function serveTools(tools: Record<string, string>) {
  const app = new ToolServer(tools);
  const server = createServer((request, response) => {
    app.authorization = request.headers.authorization;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void json(request).then((message) => app.take(message as Message, response));
  });
  return Object.assign(app, { url: `${await listen(server)}/mcp`, stop: () => hangUp(server) });
}
