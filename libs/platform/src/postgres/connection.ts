import pg from 'pg';

export const applicationRole = 'tandem_app';
/** Acts for work that crosses tenants; only tables that need it have a policy for this role. */
export const sweeperRole = 'tandem_sweeper';

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);

/** How every process connects: bounded waits, UTC, and the application's role where the login is another one. */
export function connection(url: string, poolSize: number): pg.PoolConfig {
  const login = decodeURIComponent(new URL(url).username);
  const role = login === applicationRole ? '' : ` -c role=${applicationRole}`;
  return {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 1000,
    idleTimeoutMillis: 30_000,
    query_timeout: 2500,
    application_name: 'tandem',
    ...(login === applicationRole ? {} : { options: `-c statement_timeout=2000 -c timezone=UTC${role}` }),
  };
}
