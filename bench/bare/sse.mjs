/** The limit: server-sent events with node:http and pg alone, by the process that writes. */
import { createServer } from 'node:http';
import pg from 'pg';

const heartbeatMillis = 15_000;
const pageSize = 500;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const streams = new Set();
const frame = ({ id, data }) => `id: ${id}\nevent: task.created\ndata: ${data}\n\n`;

async function write(request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { rows } = await pool.query('insert into bare_events (data) values ($1) returning id, data::text', [
    Buffer.concat(pieces).toString(),
  ]);
  const bytes = Buffer.from(frame(rows[0]));
  for (const stream of streams) stream.write(bytes);
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: rows[0].id }));
}

async function stream(url, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: hello\ndata: {}\n\n');
  for (let after = Number(url.searchParams.get('after_sequence') ?? Infinity); Number.isFinite(after);) {
    const page = 'select id, data::text from bare_events where id > $1 order by id limit $2';
    const { rows } = await pool.query(page, [after, pageSize]);
    if (rows.length === 0) break;
    if (!response.write(rows.map(frame).join(''))) await new Promise((resolve) => response.once('drain', resolve));
    after = rows.at(-1).id;
  }
  const heartbeat = setInterval(() => response.write('event: bookmark\ndata: {}\n\n'), heartbeatMillis);
  streams.add(response);
  response.once('close', () => {
    clearInterval(heartbeat);
    streams.delete(response);
  });
}

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  void (request.method === 'POST' ? write(request, response) : stream(url, response));
});
server.listen(0, '127.0.0.1', () =>
  process.send({ type: 'ready', address: `http://127.0.0.1:${server.address().port}` }),
);
