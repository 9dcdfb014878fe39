import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = new URL('../../../', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, root));

/** What was built, and with which packages: known by when it changed. */
const inputs = [
  'node_modules/.package-lock.json',
  ...['libs/domain', 'libs/platform', 'libs/adapters', 'apps/api', 'apps/worker'].map(
    (of) => `${of}/tsconfig.tsbuildinfo`,
  ),
];

/** Modules find files beside themselves. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup: (making) =>
    making.onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    }),
};

/**
 * The built program with its packages in one file, made when it is missing. Node spends most of the start of a process on finding two
 * thousand modules; tests start hundreds of processes.
 */
export async function bundleOf(app: 'api' | 'worker'): Promise<string> {
  const times = inputs.map((input) => statSync(pathOf(input)).mtimeMs);
  const key = createHash('sha256').update(times.join()).digest('hex').slice(0, 16);
  const file = pathOf(`node_modules/.cache/tandem/${app}-${key}.mjs`);
  if (existsSync(file)) return file;
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
      js: `import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(${JSON.stringify(import.meta.url)});`,
    },
  });
  renameSync(own, file);
  return file;
}
