/** Three routes in Express, over any store of tasks. */
import express from 'express';
import { isKnown, pageSize } from './tasks.mjs';

export function expressOver({ getTask, listTasks, createTask }) {
  const app = express();
  app.use(express.json());
  app.use((request, response, next) =>
    isKnown(request.headers.authorization) ? next() : response.status(401).json({ error: 'unauthenticated' }),
  );
  app.get('/api/v1/tasks/by-identifier/:identifier', async (request, response) => {
    const task = await getTask(request.params.identifier);
    if (task) response.json(task);
    else response.status(404).json({ error: 'not_found' });
  });
  app.get('/api/v1/tasks', async (request, response) => response.json(await listTasks(pageSize(request.query.limit))));
  app.post('/api/v1/tasks', async (request, response) => response.status(201).json(await createTask(request.body)));
  return app;
}
