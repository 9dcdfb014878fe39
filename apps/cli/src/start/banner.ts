import type { DemoKey } from './demo-key.js';

interface Reader {
  demo?: DemoKey;
  hasMcp: boolean;
  /** False if output may be stored: later starts then print where the key is, not the key. */
  isTerminal: boolean;
}

/** Printed when everything is ready; without `demo` no key is known. */
export function banner(address: string, { demo, hasMcp, isTerminal }: Reader): string {
  const pages = [`  Quickstart  ${address}/docs/getting-started`, `  Reference   ${address}/docs`];
  const lines = ['', `Tandem is ready on ${address}`, ...pages];
  const isShown = demo && (demo.isNew || isTerminal);
  const agents = hasMcp ? [connection(address, isShown ? demo.key : '…')] : [];
  const shown = isShown ? trial(address, demo.key, agents) : elsewhere(demo, agents);
  return [...lines, ...shown, '  Stop        Ctrl-C', ''].join('\n');
}

const connection = (address: string, key: string) =>
  `claude mcp add --transport http tandem ${address}/mcp --header "Authorization: Bearer ${key}"`;

const elsewhere = (demo: DemoKey | undefined, agents: readonly string[]) => [
  ...(demo ? [`  Demo key    in ${demo.path}`] : []),
  '  New key     npm run cli -- keys create TENANT   (its slug, such as demo)',
  ...agents.map((line) => `  Agents      ${line}`),
];

const trial = (address: string, key: string, agents: readonly string[]) => [
  `  Demo key    ${key}`,
  '',
  '  Try it:',
  `  curl -s ${address}/api/v1/me -H 'Authorization: Bearer ${key}'`,
  `  curl -s ${address}/api/v1/tasks -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
    `-d '{"title":"My first task"}'`,
  ...agents.map((line) => `  ${line}`),
  '',
];
