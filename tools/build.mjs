// Compiles all packages, and makes the client from the API's own OpenAPI document in between. `--if-possible` skips an
// installation without the compiler, which runs what was built elsewhere.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const here = (path) => fileURLToPath(new URL(path, root));
const compiler = here('node_modules/typescript7/bin/tsc');
const stamp = here('libs/client/src/generated/.stamp');
const isBuilt = ['api', 'worker', 'cli'].every((app) => existsSync(here(`apps/${app}/dist/main.js`)));
const ifPossible = process.argv.includes('--if-possible');

process.exit(existsSync(compiler) ? await build() : withoutCompiler());

async function build() {
  const status = compile(existsSync(stamp) ? '.' : 'apps/cli');
  return (await generateClient(status)) ? compile('.') : status;
}

function compile(project) {
  return spawnSync(process.execPath, [compiler, '-b', project], { cwd: here('.'), stdio: 'inherit' }).status ?? 1;
}

/** Skipped, with false, unless the document has changed, or what makes the client of it. */
async function generateClient(compiled) {
  const tools = readdirSync(here('tools/client')).map((file) => here(`tools/client/${file}`));
  const servers = ['libs/domain', 'libs/platform', 'libs/adapters', 'apps/api', 'apps/worker', 'apps/cli'];
  const inputs = [...tools, here('package.json'), ...servers.map((of) => here(`${of}/tsconfig.tsbuildinfo`))];
  if (existsSync(stamp) && inputs.every((file) => changedAt(file) < changedAt(stamp))) return false;
  const { status, stdout, stderr } = spawnSync(process.execPath, [here('apps/cli/dist/main.js'), 'openapi'], {
    cwd: here('libs/client'), // without .env
    env: { ...process.env, TANDEM_FEATURES: '' },
    maxBuffer: 2 ** 26,
  });
  if (status !== 0 && compiled !== 0) return false;
  if (status !== 0) throw new Error(`the OpenAPI document could not be printed: ${stderr}`);
  const hash = createHash('sha256').update(stdout);
  for (const file of [...tools, here('package.json')]) hash.update(readFileSync(file));
  const digest = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    utimesSync(stamp, new Date(), new Date());
    return false;
  }
  const { generate } = await import('./client/generate.mjs');
  await generate(stdout.toString());
  writeFileSync(stamp, digest);
  return true;
}

function changedAt(file) {
  return statSync(file).mtimeMs;
}

function withoutCompiler() {
  if (isBuilt && ifPossible) return 0;
  const omitted = 'npm leaves it out under NODE_ENV=production and --omit=dev';
  process.stderr.write(`tandem: the compiler is not installed (${omitted}); run: npm install --include=dev\n`);
  return 1;
}
