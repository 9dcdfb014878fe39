/**
 * A server for webhooks: responds at once; never on `/hang`; on `/timed` also records the age of the event. Over IPC it
 * reports counts and ages, and resets. It shares the machine with the sender under test, so it only finds the end of
 * each request.
 */
import { createServer } from 'node:net';

const nothing = { count: 0, firstAt: 0, lastAt: 0 };
let seen = { ...nothing };
let delays = [];

function arrived(socket, head, body) {
  const now = performance.timeOrigin + performance.now();
  if (head.startsWith('POST /hang ')) return;
  seen.firstAt ||= now;
  seen.lastAt = now;
  seen.count++;
  if (head.startsWith('POST /timed ')) delays.push(now - Date.parse(JSON.parse(body).timestamp));
  socket.write('HTTP/1.1 204 No Content\r\n\r\n');
}

const server = createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (let end; (end = rest.indexOf('\r\n\r\n') + 4) >= 4;) {
      const head = rest.latin1Slice(0, end);
      const total = end + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)[1]);
      if (rest.length < total) return;
      arrived(socket, head, rest.subarray(end, total));
      rest = rest.subarray(total);
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () =>
  process.send({ type: 'ready', address: `http://127.0.0.1:${server.address().port}` }),
);
process.on('message', (message) => {
  if (message === 'report') return process.send({ type: 'seen', ...seen });
  if (message === 'delays') return process.send({ type: 'delays', delays });
  seen = { ...nothing };
  delays = [];
});
