import { randomBytes } from 'node:crypto';
import pg from 'pg';

const administrationUrl = () => {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('the test run has not started PostgreSQL: see jest.config.mjs, globalSetup');
  return url;
};

export interface TemporaryDatabase {
  /** As the owner of the tables; the application takes its own role by itself. */
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file, with every migration done, copied from the run's template. */
export async function temporaryDatabase(template = 'template_tandem'): Promise<TemporaryDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${template}`);
  const url = new URL(administrationUrl());
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => administer(`drop database ${name} with (force)`) };
}

/** Runs statements as the owner, outside row-level security: to look at, or spoil, what the product stored. */
export async function asOwner<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function administer(statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await asOwner(administrationUrl(), statement));
    } catch (error) {
      // Two files may copy the template at the same moment; PostgreSQL lets one of them at a time.
      if (attempt === 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
    }
  }
}
