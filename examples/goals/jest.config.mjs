export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/dist/test/**/*.test.js'],
  globalSetup: '@tandem/testing/jest-start',
  globalTeardown: '@tandem/testing/jest-end',
  testTimeout: 60_000,
};
