import { pages, type Tandem } from '@tandem/client';
import { type Operation, operations } from '@tandem/client/operations';
import type { Command } from 'commander';
import { NotFound } from './failures.js';
import { addOperation, groupOf } from './operation-commands.js';

/** What people do most, made from the same operations. */
export function addShortNames(program: Command): void {
  addTasks(program.command('task').description('short names for tasks'));
  const note = program.command('note').description('short names for notes');
  addOperation(note.command('add').argument('<title>'), operationWithout('notes', 'create', 'title'), {
    partsOf: (_, title) => ({ body: { title } }),
  });
  // Its options are not those of `search records`, which come after that name.
  const search = groupOf(program, 'search').argument('<query>').enablePositionalOptions();
  addOperation(search, operationWithout('search', 'records', 'q'), {
    partsOf: (_, q) => ({ query: { q } }),
  });
  groupOf(program, 'exports').alias('export');
}

function addTasks(task: Command): void {
  const add = task
    .command('add')
    .argument('<title>')
    .option('--project <project>', 'its identifier, such as WEB, or id')
    .option('--due <date>', 'the day on which it is due, such as 2026-12-24');
  addOperation(add, operationWithout('tasks', 'create', 'title'), {
    partsOf: async (tandem, title, { project, due }) => ({
      body: {
        title,
        ...(due ? { due_date: due } : {}),
        ...(project ? { project_id: await projectId(tandem, project as string) } : {}),
      },
    }),
  });
  addOperation(task.command('done'), operationNamed('tasks', 'complete'));
}

async function projectId(tandem: Tandem, given: string): Promise<string> {
  if (/^[\da-f]{8}-/i.test(given)) return given;
  for await (const { id, identifier } of pages((cursor) => tandem.projects.list({ query: { limit: 100, cursor } })))
    if (identifier === given.toUpperCase()) return id;
  throw new NotFound(`there is no project ${given}`);
}

export const operationNamed = (tag: string, verb: string): Operation =>
  operations.find((operation) => operation.tag === tag && operation.verb === verb)!;

function operationWithout(tag: string, verb: string, field: string): Operation {
  const operation = operationNamed(tag, verb);
  return { ...operation, fields: operation.fields.filter(({ name }) => name !== field) };
}
