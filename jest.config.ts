/**
 * Tests run from TypeScript on modules of plain Node: see libs/testing/jest/runner.mjs. Node 20 needs a loader to read
 * this file.
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

const config: Config = {
  testRunner: '<rootDir>/libs/testing/jest/runner.mjs',
  testEnvironment: '<rootDir>/libs/testing/jest/environment.mjs',
  globalSetup: '<rootDir>/libs/testing/jest/start.mjs',
  globalTeardown: '<rootDir>/libs/testing/jest/end.mjs',
  testSequencer: '<rootDir>/libs/testing/jest/order.mjs',
  testMatch: ['<rootDir>/{libs,apps}/*/{src,test}/**/*.test.ts'],
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
  // One more than the cores of a small machine: many tests wait for time to pass.
  maxWorkers: 3,
  testTimeout: 120_000,
};

export default config;
