import { randomBytes } from 'node:crypto';
import { makeLogin } from '@tandem/platform/schema/login';
import { readSettings, WrongSettings } from '@tandem/platform/settings/settings';
import { applicationLogin, given } from './environment.js';
import { say, tell, UsageFault } from './say.js';

const form = /^login(?: --name[ =]([a-z_][a-z0-9_]{0,62}))?$/;

/**
 * `database login`: makes a login in PostgreSQL that may do what the application may and nothing else, or gives the one there is a new
 * password, and prints its DATABASE_URL. It logs in as the owner of MIGRATION_DATABASE_URL or DATABASE_URL.
 */
export async function database(args: string[]): Promise<number> {
  const [call, name = applicationLogin] = form.exec(args.join(' ')) ?? [];
  if (!call) throw new UsageFault();
  say(`DATABASE_URL=${await makeLogin(ownerUrl(), { name, password: randomBytes(24).toString('base64url') })}`);
  tell(
    'the line above is not shown again: set it for the API, the worker and npm start. The address that made the login belongs in MIGRATION_DATABASE_URL, for migrations alone.',
  );
  return 0;
}

function ownerUrl(): string {
  const url = given(process.env, 'MIGRATION_DATABASE_URL') ?? given(process.env, 'DATABASE_URL');
  if (url) {
    const { DATABASE_URL } = readSettings([], { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32).toString('base64') });
    return DATABASE_URL;
  }
  throw new WrongSettings([
    'MIGRATION_DATABASE_URL: is missing; set it to the address of your PostgreSQL as a superuser or as an owner who may make roles (the embedded PostgreSQL of npm start has its login)',
  ]);
}
