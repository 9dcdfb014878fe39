/**
 * Shared by the bare servers: get, list and create by hand-written SQL on the product's tables, without rights, row
 * security, limits or validation. Needs DATABASE_URL, TENANT_ID, TOKEN_HASH and MEMBER_ID; reports the port over IPC.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { newId } from '@tandem/domain/core/id';

const { DATABASE_URL, TENANT_ID, TOKEN_HASH, MEMBER_ID } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const columns = `id, tenant_id, title, description, identifier, priority, position, metadata, assignee_id, creator_id,
  parent_id, project_id, section_id, status_id, due_at, due_date, deadline, start_date, snoozed_until,
  next_occurrence, rrule, estimation_minutes, time_spent_minutes,
  completed_at, canceled_at, deleted_at, created_at, updated_at`;

export const tenantId = TENANT_ID;
export const memberId = MEMBER_ID;

export const isKnown = (authorization = '') =>
  createHash('sha256').update(authorization.slice(7)).digest('hex') === TOKEN_HASH;

export const pageSize = (limit) => Math.min(Number(limit ?? 50), 100);

/** Expects one row more than the page shows. */
export const pageOf = (rows, limit) => ({
  data: rows.slice(0, limit),
  has_more: rows.length > limit,
  next_cursor: rows[limit - 1]?.id ?? null,
});

export async function getTask(identifier) {
  const text = `select ${columns} from tasks where tenant_id = $1 and identifier = $2 and deleted_at is null`;
  return (await pool.query({ name: 'get', text, values: [TENANT_ID, identifier] })).rows[0];
}

export async function listTasks(limit) {
  const text = `select ${columns} from tasks
    where tenant_id = $1 and deleted_at is null and (snoozed_until is null or snoozed_until <= now())
    order by created_at desc, id desc limit $2`;
  return pageOf((await pool.query({ name: 'list', text, values: [TENANT_ID, limit + 1] })).rows, limit);
}

export async function createTask({ title, project_id: projectId }) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const numbered = await client.query({
      name: 'number',
      text: `update projects set next_task_number = next_task_number + 1 where tenant_id = $1 and id = $2
        returning identifier || '-' || (next_task_number - 1) as identifier, default_status_id`,
      values: [TENANT_ID, projectId],
    });
    const { identifier, default_status_id: statusId } = numbered.rows[0];
    const inserted = await client.query({
      name: 'create',
      text: `with task as (
          insert into tasks (tenant_id, id, title, priority, position, metadata, creator_id,
            project_id, status_id, status_category, identifier, created_at, updated_at)
          values ($1, $2, $3, 'none', 0, '{}', $4, $5, $6, 'unstarted', $7, now(), now()) returning *),
        event as (
          insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
            actor_type, actor_id, channels, metadata, data, created_at)
          select $1, $8, 'task.created', true, 'task', t.id, 'member', $4, '{tasks}', '{}', row_to_json(t), now()
          from task t)
        select ${columns} from task`,
      values: [TENANT_ID, newId(), title, MEMBER_ID, projectId, statusId, identifier, newId()],
    });
    await client.query('commit');
    return inserted.rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Listens on a free port and reports it. */
export function serve(server) {
  const listening = server.listen(0, '127.0.0.1', () =>
    process.send({ type: 'ready', address: `http://127.0.0.1:${listening.address().port}` }),
  );
  process.on('disconnect', () => process.exit(0));
}
