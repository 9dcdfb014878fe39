import { expect, it } from '@jest/globals';
import { localAddress } from '@tandem/api/run-api';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('reaches the API that listens on %s at %s', (host, address) => {
  expect(localAddress(host, 3000)).toBe(address);
});
