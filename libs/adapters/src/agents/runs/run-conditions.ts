/** How many more runs a tenant may have running; `most` is a placeholder. */
export const free = (most: string, tenant = 't.tenant_id') =>
  `(${most}::bigint - (select count(*) from agent_runs busy where busy.tenant_id = ${tenant} and busy.status = 'running'))`;

/** Of the row `t`: its worker vanished, or nobody came to it before its deadline. */
export const overdue = `((t.status = 'running' and t.lease_expires_at < now()) or (t.status = 'queued' and t.deadline_at <= now()))`;

export const overdueRuns = `
  (select t.tenant_id as "tenantId", t.id from agent_runs t where t.status = 'running' and t.lease_expires_at < now() limit 200)
  union all
  (select t.tenant_id, t.id from agent_runs t where t.status = 'queued' and t.deadline_at <= now() limit 200)`;

/** Leaves the ordinary wake-up a second's head start, so that a run is not woken twice. */
export const dueRuns = `
  select tenant_id as "tenantId", id from (
    select t.tenant_id, t.id, t.run_at, row_number() over (partition by t.tenant_id order by t.run_at) as place
    from agent_runs t where t.status = 'queued' and t.run_at <= now() - interval '1 second') due
  where place <= ${free('$1', 'due.tenant_id')}
  order by place, run_at limit 500`;
