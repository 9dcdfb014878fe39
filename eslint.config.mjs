import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { house } from './tools/eslint/house-rules.mjs';

const sources = ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'apps/*/test/**/*.ts'];
// A contract is a list of tests that several files run.
const tests = ['**/*.test.ts', '**/*-contract.ts', 'apps/*/test/**/*.ts'];
const migrations = ['**/migrations/**'];

const noDefaultExport = [
  { selector: 'ExportDefaultDeclaration', message: 'No default export: a thing has one name everywhere.' },
  {
    selector: "ExportSpecifier[exported.name='default']",
    message: 'No default export: a thing has one name everywhere.',
  },
];
const noSave = [
  {
    selector:
      "CallExpression[callee.property.name='save'][callee.object.type!='ThisExpression'][callee.object.type!='Super']",
    message: 'TypeORM save() reads before it writes and follows relations: use insert or update.',
  },
];
const everyTestRuns = [
  {
    selector:
      'MemberExpression[property.name=/^(only|skip)$/]:matches([object.name=/^(describe|it|test)$/], [object.property.name=/^(concurrent|failing)$/])',
    message: 'Every test runs. One that needs Redis takes the describe of libs/testing.',
  },
  { selector: 'CallExpression[callee.name=/^[fx](describe|it|test)$/]', message: 'Every test runs.' },
];

/** What a file opens stands in the describe that needs it. */
const alone = [
  'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
  'Program > VariableDeclaration > VariableDeclarator > CallExpression[callee.name=/^use[A-Z]/]',
].map((selector) => ({ selector, message: 'Inside the describe that needs it.' }));

const decorators =
  'Entity Column PrimaryColumn PrimaryGeneratedColumn CreateDateColumn UpdateDateColumn OneToMany ManyToOne'.split(' ');
const storages = {
  name: 'node:async_hooks',
  importNames: ['AsyncLocalStorage'],
  message: 'Each one costs every promise on Node 20: core/carried.',
};
const ofTheDatabase = 'The time of the database counts: clock of core/clock.ts.';
const noOwnTime = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: ofTheDatabase },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: ofTheDatabase },
];
const restrictedImports = {
  paths: [
    {
      name: 'class-transformer',
      importNames: ['plainToInstance', 'plainToClass'],
      message: 'Of an object without a class it calls the "constructor" that JSON names; use parseInput.',
    },
    { name: 'typeorm', importNames: decorators, message: 'Entities are plain classes; tables are EntitySchema.' },
    { name: 'rrule', message: 'It hangs on rules from outside: recurrence/occurrences.ts.' },
    { name: 'cron-parser', message: 'It accepts nonsense: croner.' },
  ],
};
const scopeDoor = {
  group: ['**/core/scope', '**/core/scope.js'],
  importNames: ['inScope'],
  message: 'Scopes are opened at the edges; work of the product is done inTenant or inEachTenant.',
};
/** From here on an agent acts. */
const changesOfActor = ['agents/attempts/run-contexts.service'];

const sizes = {
  'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 40, skipBlankLines: false, skipComments: false }],
  'max-params': ['error', 4],
  complexity: ['error', 10],
};
/** Lines of code by suffix, blank lines and comments left out: see docs/decisions/0001. */
const caps = {
  port: 50,
  service: 120,
  fields: 120,
  inputs: 90,
  routes: 100,
  feature: 100,
};
const capOf = (files, max) => ({
  files: [`libs/*/src/**/${files}`],
  ignores: tests,
  rules: { 'max-lines': ['error', { max, skipBlankLines: true, skipComments: true }] },
});
const withoutSizes = Object.fromEntries(Object.keys(sizes).map((rule) => [rule, 'off']));
const unsafe = ['argument', 'assignment', 'call', 'member-access', 'return'];
const anyMayFlow = Object.fromEntries(unsafe.map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off']));

export default defineConfig(
  {
    ignores: [
      '**/dist/**',
      '**/coverage/**',
      '**/generated/**',
      '**/.data/**',
      'bench/results/**',
      '*.{js,cjs,mjs,ts}',
      '**/*.{js,cjs}',
    ],
  },
  {
    files: [...sources, '{bench,tools}/**/*.{mjs,ts}'],
    extends: [tseslint.configs.recommended],
    plugins: { house },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...sizes,
      'house/few-needs': ['error', 4],
      'house/honest-names': 'error',
      'house/file-names': 'error',
      'no-restricted-syntax': ['error', ...noDefaultExport],
      'no-restricted-imports': ['error', restrictedImports],
      // An empty interface is how declarations are merged.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: sources,
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      // One program over all packages, read from source: it needs no build but for the generated part of the client,
      // and parses each file once.
      parserOptions: { project: 'tools/eslint/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Thenables too: a supertest call that nobody awaits tests nothing.
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
      // A port may be asynchronous where an adapter has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // `import type` of a decorated or injected class compiles and then fails at run time.
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  ...Object.entries(caps).map(([suffix, max]) => capOf(`*.${suffix}.ts`, max)),
  { ...capOf('sql-*.ts', 120), files: ['libs/adapters/src/**/sql-*.ts'] },
  {
    files: ['libs/domain/src/**/*.ts'],
    rules: { 'house/use-case-size': ['error', 40] },
  },
  // The noun in one file: a part of it with rules of its own is a value object, and what is left is one task.
  { files: ['libs/domain/src/tasks/task.ts'], rules: { 'max-lines': ['error', 280] } },
  // A blueprint is no verb: it says what an agent takes and gives, and does its work.
  { files: ['libs/*/src/**/*.blueprint.ts'], rules: { 'house/use-case-size': ['error', 150] } },
  // A domain service is a rule over several entities or ports that more than one use case needs, or a large step of one
  // (docs/decisions/0001).
  {
    files: ['**/*.service.ts'],
    rules: { 'house/use-case-size': ['error', 150], 'house/few-needs': ['error', 6] },
  },
  // All that a workspace starts with comes into being in this one verb.
  { files: ['libs/domain/src/tenants/create-tenant.ts'], rules: { 'house/few-needs': ['error', 6] } },
  {
    files: ['libs/domain/src/**/*.ts'],
    ignores: [...tests, 'libs/domain/src/core/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noDefaultExport, ...noOwnTime] },
  },
  {
    files: ['libs/{domain,adapters}/src/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Calls leave the house through platform/egress.' }],
    },
  },
  {
    files: ['libs/{domain,adapters,platform}/src/**/*.ts'],
    ignores: [...tests, 'libs/domain/src/core/**', ...changesOfActor.map((path) => `libs/domain/src/${path}.ts`)],
    rules: {
      'no-restricted-imports': ['error', { paths: [...restrictedImports.paths, storages], patterns: [scopeDoor] }],
    },
  },
  { files: ['**/sql-*.ts'], rules: { 'no-restricted-syntax': ['error', ...noDefaultExport, ...noSave] } },
  {
    files: ['libs/platform/src/feature/{feature,route,use-case,container}.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off', ...anyMayFlow },
  },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', ...noDefaultExport, ...everyTestRuns],
      '@typescript-eslint/unbound-method': 'off',
      ...anyMayFlow,
    },
  },
  {
    files: ['apps/{api,worker}/test/**/*.ts', 'libs/{adapters/src,platform/src/{postgres,schema,store}}/**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noDefaultExport, ...everyTestRuns, ...alone] },
  },
  // They are what teams read first, and are held to what teams are held to.
  { files: ['examples/**/*.ts'], extends: [tseslint.configs.recommended] },
  { files: migrations, rules: withoutSizes },
  // They tell what a foreign module exports.
  { files: ['**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['bench/**', 'tools/**'], rules: { 'max-lines-per-function': 'off' } },
);
