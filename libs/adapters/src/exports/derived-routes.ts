import { forbidden } from '@tandem/domain/core/errors';
import { currentScope } from '@tandem/domain/core/scope';
import type { Domain } from '@tandem/domain/core/vocabulary';
import { type Feature, GET, refusalOf, type Route, streamOf } from '@tandem/platform/feature/feature';
import { Bool, Text, without } from '@tandem/platform/inputs/inputs';
import { csvLines } from './csv-lines.js';
import { exportedByWorkspace, exportedLists, type ListRoute, type Source } from './exported-lists.js';
import { common, exporting, exportOf, headersOf, ndjson, ndjsonExample, ndjsonOf } from './stream-export.js';
import { personalDataRoutes } from './personal-data-routes.js';

const csv = 'text/csv';

/** Two exports of each list, with its filters and right, one of everything, and the data of a person. */
export function derivedRoutes(features: readonly Feature[]): Route[] {
  const lists = exportedLists(features);
  return [
    ...lists.flatMap((list) => [asNdjson(list), asCsv(list)]),
    ofWorkspace(lists, exportedByWorkspace(features)),
    ...personalDataRoutes(features),
  ];
}

function asNdjson({ route, source }: ListRoute): Route {
  const { path, access, input } = route;
  const run = exporting(`Export${pascal(path)}`, [source], ({ resume, ...filters }, lists, exports) =>
    ndjsonOf(lists, { filters, resume }, exports, path.slice(1)),
  );
  return GET(`/exports${path}.ndjson`, access, `Export ${titleOf(path)} as lines of JSON`, {
    ...common,
    description: described(path, 'see [exports](/docs/exports)'),
    input: resumable(without(input, ['limit', 'cursor'])) as never,
    run,
    response: streamOf(ndjson),
    streamExample: ndjsonExample(source.type),
  });
}

function asCsv({ route, source }: ListRoute): Route {
  const { path, access, input } = route;
  const run = exporting(`Export${pascal(path)}AsCsv`, [source], ({ raw = false, ...filters }, lists, exports) =>
    exportOf(lists, { filters }, exports, {
      facts: { format: 'csv' },
      headers: headersOf(`${csv}; charset=utf-8; header=present`, `${path.slice(1)}.csv`),
      lines: (pages, { counts }) => csvLines(pages, { view: source.view, raw: raw as boolean }, counts),
    }),
  );
  return GET(`/exports${path}.csv`, access, `Export ${titleOf(path)} as CSV`, {
    ...common,
    description: described(path, 'after RFC 4180, with a header; a missing last chunk means that it is incomplete'),
    input: withRaw(without(input, ['limit', 'cursor'])) as never,
    run,
    response: streamOf(csv),
    streamExample: `${Object.keys(source.view.fields).join(',')}\r\n`,
  });
}

function ofWorkspace(lists: readonly ListRoute[], sources: readonly Source[]): Route {
  const run = exporting('ExportWorkspace', sources, ({ resume }, readable, exports) => {
    mustReadAll(lists.map(({ route }) => route));
    const all = readable.map((list) => ({ ...list, input: { all: true } }));
    return ndjsonOf(all, { filters: {}, resume }, exports, 'workspace');
  });
  return GET('/exports/workspace.ndjson', 'authenticated', 'Export the workspace as lines of JSON', {
    ...common,
    description:
      'Requires the role admin, the scope `*` and no access policy that hides records. Holds the records of every ' +
      'list and their parts, also snoozed ones and deleted ones that can be restored: see [exports](/docs/exports).',
    input: resumable(class {}) as never,
    run,
    response: streamOf(ndjson),
    problems: [...common.problems, '403 insufficient_scope'],
    streamExample: ndjsonExample('task'),
  });
}

/** An export that lacks hidden records would be taken for the workspace. */
function mustReadAll(routes: readonly Route[]): void {
  const { rights } = currentScope();
  if (!rights.isAdministrator || !rights.coversScope('*')) throw forbidden('*');
  const hidden = routes.find((route) => refusalOf(route, rights) ?? rights.isLimited(domainOf(route)));
  if (hidden) throw forbidden(hidden.access);
}

const domainOf = ({ access }: Route) => access.split(':')[0] as Domain;

function resumable(input: new () => object): new () => object {
  Text({
    max: 1000,
    optional: true,
    description: 'the last cursor received, to continue an export that was cut off',
  })(input.prototype as object, 'resume');
  return input;
}

function withRaw(input: new () => object): new () => object {
  Bool({
    optional: true,
    description: 'true: texts that begin with = + - @, a tab or a return get no quote mark, which disarms formulas',
  })(input.prototype as object, 'raw');
  return input;
}

const titleOf = (path: string) => path.slice(1).replaceAll('-', ' ');

const pascal = (path: string) => path.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

const described = (path: string, rest: string) => `All that \`GET ${path}\` lists, streamed: ${rest}.`;
