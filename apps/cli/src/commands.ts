export interface Command {
  summary: string;
  ways?: readonly string[];
  /** Resolves with the exit code; errors are printed in one line. Imports lazily. */
  run: (args: string[]) => Promise<number>;
}

export const commands: Record<string, Command> = {
  start: {
    summary: 'run everything: database, migrations, API and worker',
    run: async () => (await import('./start/start.js')).start(),
  },
  migrate: {
    summary: 'apply the migrations of this version to the database',
    run: async () => (await import('./migrate.js')).migrateDatabase(),
  },
  database: {
    summary: 'create the login of the application in PostgreSQL and print its DATABASE_URL, or print the SQL',
    ways: ['login [--name NAME]', 'setup-sql [--name NAME]'],
    run: async (args) => (await import('./database-login.js')).database(args),
  },
  tenants: {
    summary: 'list tenants, create one, or close one by its slug or id',
    ways: ['[list]', 'create NAME OWNER-NAME OWNER-EMAIL', 'close TENANT'],
    run: async (args) => (await import('./operator/tenants.js')).tenants(args),
  },
  keys: {
    summary: 'list, create or revoke API keys of a tenant, by its slug or id',
    ways: ['list TENANT', 'create TENANT [NAME]', 'revoke TENANT KEY-ID'],
    run: async (args) => (await import('./operator/keys.js')).keys(args),
  },
  queues: {
    summary: 'count jobs by queue and state',
    run: async () => (await import('./operator/queues.js')).queues(),
  },
  subscriptions: {
    summary: 'list jobs on events that are stuck; retry one, or skip an event',
    ways: ['[list]', 'retry NAME TENANT-ID', 'skip NAME TENANT-ID SEQUENCE', 'forget NAME'],
    run: async (args) => (await import('./operator/subscriptions.js')).subscriptions(args),
  },
  runs: {
    summary: 'list runs of a tenant, repeat a failed one, or wait until none is queued or running',
    ways: ['list TENANT [--status STATUS,…] [--blueprint SLUG]', 'retry TENANT RUN-ID', 'drain TENANT'],
    run: async (args) => (await import('./operator/runs.js')).runs(args),
  },
  schedules: {
    summary: 'list schedules of a tenant, or disable all and wait until no run is queued or running',
    ways: ['list TENANT [--enabled | --disabled] [--blueprint SLUG]', 'drain TENANT'],
    run: async (args) => (await import('./operator/schedules.js')).schedules(args),
  },
  reencrypt: {
    summary: 'seal stored secrets again under the current root key',
    run: async () => (await import('./operator/reencrypt.js')).reencrypt(),
  },
  reindex: {
    summary: 'make the search read all records again, of a tenant or of all, beside live work',
    ways: ['[--tenant TENANT] [--resume]'],
    run: async (args) => (await import('./operator/reindex.js')).reindex(args),
  },
  openapi: {
    summary: 'print the OpenAPI description',
    run: async () => (await import('./openapi.js')).openapi(),
  },
};
