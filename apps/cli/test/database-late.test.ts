import { afterEach, describe, expect, it } from '@jest/globals';
import { startingAtFirst } from '@tandem/testing/late-postgres';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { Launched, program } from './launched.js';

describe('a process whose PostgreSQL is starting', () => {
  let running: Launched | undefined;
  afterEach(async () => void (await running?.stop()));
  const database = useDatabase();

  it.each([
    ['api', 'listening'],
    ['worker', 'working'],
  ] as const)('waits and reports it: %s', async (app, word) => {
    const postgres = await startingAtFirst(database.url);
    const env = testEnvironment(postgres.url, { LOG_LEVEL: 'info', PORT: '0', WORKER_PORT: '0' });
    running = new Launched([program(app)], env);
    await running.prints(/the database of DATABASE_URL does not respond yet: the database system is starting up/);
    expect(running.output).not.toContain(word);
    postgres.speak();
    await running.prints(new RegExp(`"msg":"${word}"`));
    expect(await running.stop()).toBe(0);
    await postgres.close();
  });
});
