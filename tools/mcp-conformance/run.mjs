/**
 * Runs the official conformance suite of MCP on `POST /mcp` of a running API, for both generations of the protocol.
 * Passes if exactly the checks in baseline.yml, which gives the reasons, fail. The suite needs Node 22 or later:
 *
 *   npm install --no-save --prefix FOLDER node@24.21.0 @modelcontextprotocol/conformance@0.2.0-alpha.12
 *   FOLDER/node_modules/node/bin/node tools/mcp-conformance/run.mjs FOLDER
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStage } from '../../bench/stage.mjs';

const generations = ['2025-11-25', '2026-07-28'];
const baseline = fileURLToPath(new URL('baseline.yml', import.meta.url));
const suite = join(process.argv[2] ?? '.', 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The suite sends no key: this adds one and forwards the rest unchanged. */
async function openProxy({ address, key }) {
  const { hostname, port } = new URL(address);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode, response.rawHeaders);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
}

/** Whether exactly the checks in the baseline fail. */
async function holds(url, generation) {
  console.log(`\n=== ${generation} ===`);
  const choice = ['--suite', 'all', '--spec-version', generation, '--expected-failures', baseline];
  const [code] = await once(
    spawn(process.execPath, [suite, 'server', '--url', url, ...choice], { stdio: 'inherit' }),
    'exit',
  );
  return code === 0;
}

const stage = await openStage();
const proxy = await openProxy({ address: stage.api.address, key: stage.key });
const failed = [];
try {
  const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
  for (const generation of generations) if (!(await holds(url, generation))) failed.push(generation);
} finally {
  proxy.close();
  await stage.close();
}
console.log(failed.length ? `\nOtherwise than the baseline: ${failed.join(', ')}` : '\nAs the baseline says');
process.exit(failed.length ? 1 : 0);
