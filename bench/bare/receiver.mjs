/** Somebody's server that webhooks are sent to: answers at once, on `/hang` never. Told over IPC to tell what came, and to forget it. */
import { createServer } from 'node:http';

let seen = { count: 0, firstAt: 0, lastAt: 0, delays: [] };

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const now = Date.now();
    if (request.url === '/hang') return;
    seen.firstAt ||= now;
    seen.lastAt = now;
    seen.count++;
    if (request.url === '/timed') seen.delays.push(now - Date.parse(JSON.parse(Buffer.concat(chunks)).timestamp));
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send({ type: 'ready', address: `http://127.0.0.1:${server.address().port}` }),
);
process.on('message', (message) => {
  if (message === 'tell') return process.send({ type: 'seen', ...seen });
  seen = { count: 0, firstAt: 0, lastAt: 0, delays: [] };
});
