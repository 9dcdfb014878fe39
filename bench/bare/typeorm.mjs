/** A common choice: Express, and TypeORM's repositories. */
import { DataSource, EntitySchema, IsNull, LessThanOrEqual } from 'typeorm';
import { newId } from '@tandem/domain/core/id';
import { expressOver } from './express-tasks.mjs';
import { memberId, pageOf, serve, tenantId } from './tasks.mjs';

const key = { tenant_id: { type: 'uuid', primary: true }, id: { type: 'uuid', primary: true } };
const columnsOf = (types) =>
  Object.fromEntries(
    Object.entries(types).flatMap(([type, names]) => names.map((name) => [name, { type, nullable: true }])),
  );

const Task = new EntitySchema({
  name: 'Task',
  tableName: 'tasks',
  columns: {
    ...key,
    ...columnsOf({
      text: ['title', 'description', 'identifier', 'priority', 'status_category', 'rrule'],
      int: ['position', 'estimation_minutes', 'time_spent_minutes'],
      jsonb: ['metadata'],
      uuid: ['assignee_id', 'creator_id', 'parent_id', 'project_id', 'section_id', 'status_id'],
      date: ['due_date', 'deadline', 'start_date'],
      timestamptz: [
        'due_at',
        'snoozed_until',
        'next_occurrence',
        'completed_at',
        'canceled_at',
        'deleted_at',
        'created_at',
        'updated_at',
      ],
    }),
  },
});
const Project = new EntitySchema({
  name: 'Project',
  tableName: 'projects',
  columns: { ...key, ...columnsOf({ text: ['identifier'], int: ['next_task_number'], uuid: ['default_status_id'] }) },
});
const Event = new EntitySchema({
  name: 'Event',
  tableName: 'events',
  columns: {
    ...key,
    ...columnsOf({
      text: ['type', 'resource_type', 'actor_type', 'actor_id'],
      uuid: ['resource_id'],
      boolean: ['is_public'],
      jsonb: ['metadata', 'data'],
      timestamptz: ['created_at'],
    }),
    channels: { type: 'text', array: true },
  },
});

const source = new DataSource({
  type: 'postgres',
  url: process.env.DATABASE_URL,
  entities: [Task, Project, Event],
  poolSize: 20,
});
await source.initialize();
const tasks = source.getRepository(Task);

const getTask = (identifier) => tasks.findOneBy({ tenant_id: tenantId, identifier, deleted_at: IsNull() });

async function listTasks(limit) {
  const living = { tenant_id: tenantId, deleted_at: IsNull() };
  const where = [
    { ...living, snoozed_until: IsNull() },
    { ...living, snoozed_until: LessThanOrEqual(new Date()) },
  ];
  return pageOf(await tasks.find({ where, order: { created_at: 'DESC', id: 'DESC' }, take: limit + 1 }), limit);
}

const createTask = ({ title, project_id: projectId }) =>
  source.transaction(async (manager) => {
    const where = { tenant_id: tenantId, id: projectId };
    const now = new Date();
    const project = await manager.findOne(Project, { where, lock: { mode: 'pessimistic_write' } });
    await manager.update(Project, where, { next_task_number: project.next_task_number + 1 });
    const task = await manager.save(Task, {
      ...{ tenant_id: tenantId, id: newId(), title, priority: 'none', position: 0, metadata: {} },
      ...{ creator_id: memberId, project_id: projectId, status_id: project.default_status_id },
      ...{ status_category: 'unstarted', identifier: `${project.identifier}-${project.next_task_number}` },
      ...{ created_at: now, updated_at: now },
    });
    await manager.insert(Event, {
      ...{ tenant_id: tenantId, id: newId(), type: 'task.created', is_public: true, created_at: now },
      ...{ resource_type: 'task', resource_id: task.id, actor_type: 'member', actor_id: memberId },
      ...{ channels: ['tasks'], metadata: {}, data: task },
    });
    return task;
  });

serve(expressOver({ getTask, listTasks, createTask }));
