import { describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { WrongSettings } from '@tandem/platform/settings/settings';
import { adviceOnNode, checkStart, embeddedEnvironment, embeddedSettings } from './environment.js';

const secrets = {
  databasePassword: 'p',
  applicationPassword: 'q',
  SECRETS_KEY: 'generated key',
  OPERATOR_TOKEN: 'generated token',
};

describe('the environment of the apps', () => {
  it('requires no secret with the embedded database', async () => {
    expect((await checkStart({ PORT: '3100', DATA_DIR: tmpdir() }, [])).PORT).toBe(3100);
  });

  it('requires every secret with a database of the operator', async () => {
    await expect(checkStart({ DATABASE_URL: 'postgresql://db/tandem' }, [])).rejects.toThrow(WrongSettings);
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

  it('rejects a damaged secrets file', async () => {
    const env = embeddedEnvironment({}, 'postgresql://tandem:p@here/tandem', secrets);
    const settings = await checkStart({ DATA_DIR: tmpdir() }, []);
    expect(() => embeddedSettings(settings, env)).toThrow(/^SECRETS_KEY: /m);
  });

  it('recommends Node 24 in one line if Node is older', () => {
    expect(adviceOnNode('20.19.0')).toEqual([
      expect.stringMatching(/^Node 20\.19\.0 works, but Node 24 LTS is recommended/),
    ]);
    expect(adviceOnNode('24.0.0')).toEqual([]);
    expect(adviceOnNode('26.10.0')).toEqual([]);
  });
});
