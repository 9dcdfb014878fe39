import { createServer } from 'node:http';
import { hangUp, listen } from '@tandem/testing/local-server';

/** An MCP server of the first generation whose tools, description by name, may be changed while it runs. */
export async function serveTools(tools: Record<string, string>) {
  const serverInfo = { name: 'changing', version: '1' };
  const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  const current = { tools };
  const listed = () =>
    Object.entries(current.tools).map(([name, description]) => ({
      name,
      description,
      inputSchema: { type: 'object' },
    }));
  const answers: Record<string, () => object> = {
    initialize: () => ({ result: initialized }),
    'tools/list': () => ({ result: { tools: listed() } }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (chunks.length === 0) return response.writeHead(405).end();
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number; method: string };
      if (id === undefined) return response.writeHead(202).end();
      const answer = answers[method]?.() ?? { error: { code: -32_601, message: 'Method not found' } };
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  return Object.assign(current, { url: `${await listen(server)}/mcp`, stop: () => hangUp(server) });
}
