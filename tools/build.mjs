// Compiles all packages. `--if-possible`: skips an installation without the compiler, which runs what was built
// elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const compiler = new URL('node_modules/typescript7/bin/tsc', root);
const isBuilt = ['api', 'worker', 'cli'].every((app) => existsSync(new URL(`apps/${app}/dist/main.js`, root)));

process.exit(existsSync(compiler) ? compile() : withoutCompiler());

function compile() {
  return spawnSync(process.execPath, [fileURLToPath(compiler), '-b'], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function withoutCompiler() {
  if (isBuilt && process.argv.includes('--if-possible')) return 0;
  const omitted = 'npm leaves it out under NODE_ENV=production and --omit=dev';
  process.stderr.write(`tandem: the compiler is not installed (${omitted}); run: npm install --include=dev\n`);
  return 1;
}
