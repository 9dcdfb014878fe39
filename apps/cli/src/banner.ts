import type { DemoKey } from './demo-key.js';

/** Who is to read the banner. */
interface Reader {
  demo?: DemoKey;
  /** False where output may be kept: a later start then says where the key is instead of showing it. */
  isTerminal: boolean;
}

/** What a person needs to try the product, printed when everything is ready; without `demo` no key is known. */
export function banner(address: string, { demo, isTerminal }: Reader): string {
  const lines = ['', `Tandem is ready on ${address}`, `  Reference   ${address}/docs`];
  const shown = demo && (demo.isNew || isTerminal) ? trial(address, demo.key) : elsewhere(address, demo);
  return [...lines, ...shown, '  Stop        Ctrl-C', ''].join('\n');
}

/** Adds the server to a host of AI agents; the guide says how others are told of it. */
const connection = (address: string, key: string) =>
  `claude mcp add --transport http tandem ${address}/mcp --header "Authorization: Bearer ${key}"`;

const elsewhere = (address: string, demo: DemoKey | undefined) => [
  ...(demo ? [`  Demo key    in ${demo.path}`] : []),
  '  New key     npm run cli -- keys create TENANT   (its slug, such as demo)',
  `  Agents      ${connection(address, '…')}`,
];

const trial = (address: string, key: string) => [
  `  Demo key    ${key}`,
  '',
  '  Try it:',
  `  curl -s ${address}/api/v1/me -H 'Authorization: Bearer ${key}'`,
  `  curl -s ${address}/api/v1/tasks -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
    `-d '{"title":"My first task"}'`,
  `  ${connection(address, key)}`,
  '',
];
