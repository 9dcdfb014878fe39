import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = ['libs', 'apps'].flatMap((folder) =>
  readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`),
);

function sourcesOf(path: string): string {
  const files = readdirSync(`${root}${path}/src`, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${root}${path}/src/${file}`, 'utf8'))
    .join('\n');
}

describe('each dependency of the product', () => {
  it.each(packages)('is used by %s, which declares it', (path) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(`${root}${path}/package.json`, 'utf8'),
    ) as Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
    const sources = sourcesOf(path);
    const unused = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => ![`'${name}'`, `'${name}/`].some((named) => sources.includes(named)),
    );
    expect(unused).toEqual([]);
  });
});
