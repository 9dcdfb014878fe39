import { describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { WrongSettings } from '@tandem/platform/settings/settings';
import { checkStart, embeddedEnvironment, localAddress } from './environment.js';

const secrets = {
  databasePassword: 'p',
  applicationPassword: 'q',
  SECRETS_KEY: 'generated key',
  OPERATOR_TOKEN: 'generated token',
};

describe('the environment of the apps', () => {
  it('needs no secret on the embedded database', async () => {
    expect((await checkStart({ PORT: '3100', DATA_DIR: tmpdir() })).PORT).toBe(3100);
  });

  it('needs every secret on a database of the operator', async () => {
    await expect(checkStart({ DATABASE_URL: 'postgresql://db/tandem' })).rejects.toThrow(WrongSettings);
  });

  it('prefers secrets that the operator has set, and always takes the embedded database', () => {
    const env = { OPERATOR_TOKEN: 'own', SECRETS_KEY: ' ', MIGRATION_DATABASE_URL: 'postgresql://elsewhere/x' };
    expect(embeddedEnvironment(env, 'postgresql://tandem:p@here/tandem', secrets)).toMatchObject({
      DATABASE_URL: 'postgresql://tandem_login:q@here/tandem',
      MIGRATION_DATABASE_URL: 'postgresql://tandem:p@here/tandem',
      SECRETS_KEY: 'generated key',
      OPERATOR_TOKEN: 'own',
    });
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
  ])('reaches the API that listens on %s at %s', (HOST, address) => {
    expect(localAddress({ HOST, PORT: 3000 })).toBe(address);
  });
});
