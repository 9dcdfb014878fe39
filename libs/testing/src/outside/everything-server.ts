import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { eventually } from '../eventually.js';
import { freePort } from '../local-server.js';

/** The MCP reference server for the full protocol, in a separate process. */
export async function startEverything(): Promise<{ url: string; stop: () => void }> {
  const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [entry, 'streamableHttp'], {
    env: { ...process.env, PORT: `${port}` },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await eventually(async () => void (await fetch(url, { method: 'OPTIONS' })), 20_000);
  return { url, stop: () => void child.kill() };
}
