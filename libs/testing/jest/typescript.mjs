import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { transformSync, version } from '@swc/core';

/**
 * Module hooks (https://nodejs.org/api/module.html#customization-hooks) that run tests and sources from TypeScript.
 * Compiled modules are cached on disk by the hash of their source.
 */
const root = new URL('../../../', import.meta.url).href;
const globals = new URL('./globals.mjs', import.meta.url).href;
const homes = {
  domain: 'libs',
  platform: 'libs',
  adapters: 'libs',
  testing: 'libs',
  api: 'apps',
  worker: 'apps',
  cli: 'apps',
};
const cache = fileURLToPath(new URL(`node_modules/.cache/tests-${version}`, root));

const options = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

const isSource = (url) => url?.startsWith(root) && url.slice(root.length).split('?')[0].endsWith('.ts');

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  if (!isSource(context.parentURL)) return next(specifier, context);
  const [, name, path] = /^@tandem\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (homes[name]) return { url: `${root}${homes[name]}/${name}/src/${path}.ts`, format: 'module', shortCircuit: true };
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
  const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL).href;
  return { url, format: 'module', shortCircuit: true };
}

export function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

function compiled(filename) {
  const text = readFileSync(filename, 'utf8');
  const cached = join(cache, createHash('sha256').update(filename).update('\0').update(text).digest('hex'));
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = transformSync(text, { ...options, filename });
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${cached}.${process.pid}`, code);
    renameSync(`${cached}.${process.pid}`, cached);
    return code;
  }
}
