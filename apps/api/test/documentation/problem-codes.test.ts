import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { KnownProblems } from '@tandem/api/http/problem-codes';

const { codes } = new KnownProblems(features);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

const sources = ['libs/domain/src', 'libs/platform/src', 'libs/adapters/src', 'apps/api/src', 'apps/worker/src']
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((file) => `${root}${folder}/${String(file)}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Patterns by which the sources assign a code to a problem. */
const ways = [
  /\bconflict\(\s*'(\w+)'\s*[,)]/g,
  /\bDomainError\(\s*'\w+',\s*'(\w+)'/g,
  /\bHttpProblem\(\s*\d+,\s*'(\w+)'/g,
  /\bbadRequest\(\s*'(\w+)'/g,
  /(?<!interval )'[45]\d\d (\w+)'/g,
];

const given = new Map<string, string>();
for (const { file, text } of sources)
  for (const way of ways) for (const [, code] of text.matchAll(way)) given.set(code!, file.slice(root.length));

/** A unique constraint `table_meaning_key` responds 409 `meaning_taken`. */
const tables = features.flatMap((feature) => (feature.tables ?? []).map((table) => table.options.tableName!));
for (const { file, text } of sources.filter(({ file }) => file.includes('/migrations/')))
  for (const [, name] of text.matchAll(/\b(?:constraint|unique index(?: if not exists)?) (\w+)_key\b/g)) {
    const table = tables.filter((one) => name?.startsWith(`${one}_`)).sort((a, b) => b.length - a.length)[0];
    if (name && table) given.set(`${name.slice(table.length + 1)}_taken`, file.slice(root.length));
  }

describe('problem codes', () => {
  it('are in the table if the sources use them', () => {
    expect(given.size).toBeGreaterThan(20);
    const unknown = [...given].filter(([code]) => !codes.has(code));
    expect(unknown).toEqual([]);
  });

  it('of routes have the status of the table', () => {
    const named = features.flatMap(({ routes = [] }) => routes.flatMap(({ problems = [] }) => problems));
    const wrong = named.filter((problem) => {
      const [status, code] = problem.split(' ') as [string, string];
      return !codes.get(code)?.statuses.includes(Number(status));
    });
    expect(wrong).toEqual([]);
  });

  it('of the guide to errors have the statuses of the table', () => {
    const guide = readFileSync(`${root}docs/guides/errors.md`, 'utf8');
    const rows = [...guide.matchAll(/^\| ([\d, ]+?) +\|(.*)$/gm)];
    const named = rows.flatMap(([, statuses = '', row = '']) =>
      [...row.matchAll(/`(\w+)`/g)].filter(([, code]) => codes.has(code!)).map(([, code]) => ({ code, statuses })),
    );
    expect(named.map(({ code }) => code)).toEqual(expect.arrayContaining(['invitation_claimed', 'invitation_expired']));
    for (const { code, statuses } of named)
      expect({ code, statuses }).toEqual({
        code,
        statuses: expect.stringMatching(codes.get(code!)!.statuses.join('|')),
      });
    const reported = new Set(rows.flatMap(([, statuses = '']) => statuses.split(', ').map(Number)));
    expect([...codes.values()].flatMap(({ statuses }) => statuses).filter((status) => !reported.has(status))).toEqual(
      [],
    );
  });

  it('have complete rows in the table', () => {
    for (const [code, { statuses, title, meaning, remedy }] of codes) {
      expect({
        code,
        known:
          /^[a-z0-9_]+$/.test(code) && statuses.length > 0 && statuses.every((status) => status >= 400 && status < 600),
      }).toEqual({
        code,
        known: true,
      });
      for (const text of [title, meaning, remedy]) expect(text).toMatch(/^\S.*\S$/);
    }
  });
});
