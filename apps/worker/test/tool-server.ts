import { createServer, type ServerResponse } from 'node:http';
import { hangUp, listen } from '@tandem/testing/local-server';

interface ToolCalled {
  name: string;
  arguments: Record<string, unknown>;
}

/** The result of a call, or whatever else is done with the response. */
type Answer = object | ((response: ServerResponse) => void);

/** An MCP server of the first generation whose tools, description by name, may be changed while it runs. */
export async function serveTools(tools: Record<string, string>) {
  const serverInfo = { name: 'changing', version: '1' };
  const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  const current = {
    tools,
    calls: [] as ToolCalled[],
    authorization: undefined as string | undefined,
    answer: (_: ToolCalled): Answer => ({ content: [] }),
  };
  const listed = () =>
    Object.entries(current.tools).map(([name, description]) => ({
      name,
      description,
      inputSchema: { type: 'object', properties: { q: { type: 'string', description } } },
    }));
  const called = (call: ToolCalled) => {
    current.calls.push(call);
    return current.answer(call);
  };
  const answers: Record<string, (params: ToolCalled) => Answer> = {
    initialize: () => initialized,
    'tools/list': () => ({ tools: listed() }),
    'tools/call': called,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    current.authorization = request.headers.authorization;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (chunks.length === 0) return response.writeHead(405).end();
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id?: number;
        method: string;
        params: ToolCalled;
      };
      if (id === undefined) return response.writeHead(202).end();
      const answer = answers[method]?.(params);
      if (typeof answer === 'function') return void answer(response);
      const error = { error: { code: -32_601, message: 'Method not found' } };
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...(answer ? { result: answer } : error) }));
    });
  });
  return Object.assign(current, { url: `${await listen(server)}/mcp`, stop: () => hangUp(server) });
}
