import { randomBytes } from 'node:crypto';
import { addressOf, makeLogin, setupSql } from '@tandem/platform/schema/login';
import { readSettings, WrongSettings } from '@tandem/platform/settings/settings';
import { anyKey, applicationLogin, given } from './environment.js';
import { print, warn, UsageFault } from './print.js';

const form = /^(login|setup-sql)(?: --name[ =]([a-z_][a-z0-9_]{0,62}))?$/;

/** `database login`: creates the application's login or changes its password. `setup-sql`: prints SQL for this. */
export async function database(args: string[]): Promise<number> {
  const [call, way, name = applicationLogin] = form.exec(args.join(' ')) ?? [];
  if (!call) throw new UsageFault();
  const login = { name, password: randomBytes(24).toString('base64url') };
  if (way === 'setup-sql') return printSetup(login);
  print(`DATABASE_URL=${await makeLogin(ownerUrl(), login)}`);
  warn(
    'the line above is not shown again: set it for the API, the worker and npm start. ' +
      'The address of the owner belongs in MIGRATION_DATABASE_URL, for migrations only.',
  );
  return 0;
}

function printSetup(login: { name: string; password: string }): number {
  const url = addressOf(givenUrl() ?? 'postgres://HOST:5432/DATABASE', login);
  print(
    `-- Run this in the database of Tandem as an administrator; then set\n-- DATABASE_URL=${url}\n${setupSql(login)}`,
  );
  return 0;
}

const givenUrl = () => given(process.env, 'MIGRATION_DATABASE_URL') ?? given(process.env, 'DATABASE_URL');

function ownerUrl(): string {
  const url = givenUrl();
  if (url) return readSettings([], { DATABASE_URL: url, SECRETS_KEY: anyKey }).DATABASE_URL;
  throw new WrongSettings([
    'MIGRATION_DATABASE_URL: is missing; set it to the address of your PostgreSQL as a superuser ' +
      'or as an owner who may create roles (the embedded PostgreSQL of npm start has its login)',
  ]);
}
