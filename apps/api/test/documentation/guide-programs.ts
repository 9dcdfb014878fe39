import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Operation, operations } from '@tandem/client/operations';

const repository = new URL('../../../../', import.meta.url);

export interface Program {
  guide: string;
  /** Of its file, without ending. */
  name: string;
  text: string;
}

/** Begins the program of a guide that creates no client of its own. */
const signedIn = `import { Tandem as Client } from '@tandem/client';
const tandem = new Client({ apiKey: process.env.TANDEM_API_KEY, baseUrl: 'http://127.0.0.1:3000' });
`;

/** And the README, which shows the client too. */
export const guides = [
  'README.md',
  ...readdirSync(new URL('docs/guides/', repository)).map((file) => `docs/guides/${file}`),
].map((path) => ({ guide: basename(path, '.md'), source: readFileSync(new URL(path, repository), 'utf8') }));

/**
 * The blocks of TypeScript in a guide. One that begins with `// name.mjs`, which is without types, or `// name.ts` is
 * that file; the others are one module, in order.
 */
export function programsIn({ guide, source }: (typeof guides)[number]): Program[] {
  const texts: Record<string, string> = {};
  for (const [, text = ''] of source.matchAll(/^```ts\n([^]*?)^```/gm)) {
    const name = /^\/\/ ([\w-]+)\.(?:mjs|ts)\n/.exec(text)?.[1] ?? guide;
    texts[name] = (texts[name] ?? '') + text;
  }
  return Object.entries(texts).map(([name, text]) => ({
    ...{ guide, name: name === guide ? guide : `${guide}-${name}` },
    text: name === guide && !text.includes('const tandem =') ? signedIn + text : text,
  }));
}

/** The operations that the curl commands of a guide call, as the client names them. */
export function operationsOfCurl(source: string): string[] {
  const shell = [...source.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = '']) => text.replaceAll('\\\n', ' '));
  const commands = shell.join('').match(/^curl .*/gm) ?? [];
  return commands.map((command) => {
    const method = / -X (\w+)/.exec(command)?.[1] ?? (/ (-d|--json) /.test(command) ? 'POST' : 'GET');
    const path = /\$TANDEM([^\s"?]+)/.exec(command)?.[1] ?? '';
    const found = operations.find((operation) => operation.method === method && fits(operation, path));
    return found?.name ?? command;
  });
}

const fits = ({ path }: Operation, called: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(called);
