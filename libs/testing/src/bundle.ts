import { mkdirSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = new URL('../../../', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, root));

/** Changed by every build and installation. */
const inputs = [
  'node_modules/.package-lock.json',
  ...['libs/domain', 'libs/platform', 'libs/adapters', 'apps/api', 'apps/worker'].map(
    (of) => `${of}/tsconfig.tsbuildinfo`,
  ),
];

/** Keeps `import.meta.url`, for modules that look for files next to themselves. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup: (builder) =>
    builder.onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    }),
};

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The built program and its packages in one file, rebuilt when out of date. Finding two thousand modules is most of the
 * cost of starting a process, and the tests start a hundred.
 */
export async function bundleOf(app: 'api' | 'worker'): Promise<string> {
  const file = pathOf(`node_modules/.cache/tandem/${app}.mjs`);
  if (changedAt(file) > Math.max(...inputs.map((input) => changedAt(pathOf(input))))) return file;
  mkdirSync(pathOf('node_modules/.cache/tandem'), { recursive: true });
  const own = `${file}.${process.pid}`;
  await build({
    entryPoints: [pathOf(`apps/${app}/dist/main.js`)],
    outfile: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    logLevel: 'error',
    plugins: [keepAddresses],
    banner: {
      js:
        `import { createRequire as requireOf } from 'node:module';\n` +
        `const require = requireOf(${JSON.stringify(import.meta.url)});`,
    },
  });
  renameSync(own, file);
  return file;
}
