/** The limit: node:http and pg alone. */
import { createServer } from 'node:http';
import { createTask, getTask, isKnown, listTasks, pageSize, serve } from './tasks.mjs';

const byIdentifier = '/api/v1/tasks/by-identifier/';

async function respond(request) {
  if (!isKnown(request.headers.authorization)) return [401, { error: 'unauthenticated' }];
  const { method, url } = request;
  if (method === 'POST') return [201, await createTask(await bodyOf(request))];
  if (!url.startsWith(byIdentifier))
    return [200, await listTasks(pageSize(new URL(url, 'http://localhost').searchParams.get('limit') ?? undefined))];
  const task = await getTask(decodeURIComponent(url.slice(byIdentifier.length)));
  return task ? [200, task] : [404, { error: 'not_found' }];
}

async function bodyOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString());
}

serve(
  createServer(async (request, response) => {
    const [status, body] = await respond(request).catch((error) => [500, { error: error.message }]);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  }),
);
