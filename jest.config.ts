/**
 * Tests run from TypeScript sources in ESM mode; `@tandem/x/y` resolves to the source of package x. Node 20 does not read this
 * file by itself; a newer one does, and needs no loader.
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

const swc = {
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

const config: Config = {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/libs/testing/jest-start.mjs',
  globalTeardown: '<rootDir>/libs/testing/jest-end.mjs',
  testSequencer: '<rootDir>/libs/testing/jest-order.mjs',
  testMatch: ['<rootDir>/{libs,apps}/*/{src,test}/**/*.test.ts'],
  // What most names stand for is tried first: each test file looks for a thousand.
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@tandem/(domain|platform|adapters|testing)/(.*)$': '<rootDir>/libs/$1/src/$2.ts',
    '^@tandem/(api|worker|cli)/(.*)$': '<rootDir>/apps/$1/src/$2.ts',
  },
  modulePathIgnorePatterns: ['/dist/'],
  // One more than the cores of a small machine: many tests wait for time to pass.
  maxWorkers: 3,
  // Modules of finished test files stay in memory: beyond this a worker is replaced, before collecting garbage takes most of its time.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 120_000,
};

export default config;
