/**
 * The bar: Express and pg doing the same work by hand, without rights, row security, limits or validation.
 * Started by run.mjs with DATABASE_URL, TENANT_ID, TOKEN_HASH and MEMBER_ID; says its port over IPC.
 */
import { createHash, randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, TENANT_ID, TOKEN_HASH, MEMBER_ID } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const columns = `id, tenant_id, title, description, identifier, priority, position, metadata, assignee_id, creator_id, parent_id, project_id,
  section_id, status_id, due_at, due_date, deadline, start_date, snoozed_until, next_occurrence, rrule, estimation_minutes, time_spent_minutes,
  completed_at, canceled_at, deleted_at, created_at, updated_at`;

const app = express();
app.use(express.json());
app.use((request, response, next) => {
  const hash = createHash('sha256')
    .update((request.headers.authorization ?? '').slice(7))
    .digest('hex');
  if (hash !== TOKEN_HASH) return response.status(401).json({ error: 'unauthenticated' });
  next();
});

app.get('/api/v1/tasks/by-identifier/:identifier', async (request, response) => {
  const text = `select ${columns} from tasks where tenant_id = $1 and identifier = $2 and deleted_at is null`;
  const { rows } = await pool.query({ name: 'get', text, values: [TENANT_ID, request.params.identifier] });
  if (!rows.length) return response.status(404).json({ error: 'not_found' });
  response.json(rows[0]);
});

app.get('/api/v1/tasks', async (request, response) => {
  const limit = Math.min(Number(request.query.limit ?? 50), 100);
  const text = `select ${columns} from tasks where tenant_id = $1 and deleted_at is null and (snoozed_until is null or snoozed_until <= now())
    order by created_at desc, id desc limit $2`;
  const { rows } = await pool.query({ name: 'list', text, values: [TENANT_ID, limit + 1] });
  response.json({
    data: rows.slice(0, limit),
    has_more: rows.length > limit,
    next_cursor: rows[limit - 1]?.id ?? null,
  });
});

app.post('/api/v1/tasks', async (request, response) => {
  const { title, project_id: projectId } = request.body;
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
          insert into tasks (tenant_id, id, title, priority, position, metadata, creator_id, project_id, status_id, status_category, identifier, created_at, updated_at)
          values ($1, $2, $3, 'none', 0, '{}', $4, $5, $6, 'unstarted', $7, now(), now()) returning *),
        event as (
          insert into events (tenant_id, id, type, is_public, resource_type, resource_id, actor_type, actor_id, channels, metadata, data, created_at)
          select $1, $8, 'task.created', true, 'task', t.id, 'member', $4, '{tasks}', '{}', row_to_json(t), now() from task t)
        select ${columns} from task`,
      values: [TENANT_ID, randomUUID(), title, MEMBER_ID, projectId, statusId, identifier, randomUUID()],
    });
    await client.query('commit');
    response.status(201).json(inserted.rows[0]);
  } catch (error) {
    await client.query('rollback');
    response.status(500).json({ error: error.message });
  } finally {
    client.release();
  }
});

const server = app.listen(0, '127.0.0.1', () =>
  process.send({ type: 'ready', address: `http://127.0.0.1:${server.address().port}` }),
);
process.on('disconnect', () => process.exit(0));
