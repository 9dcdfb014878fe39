import { AsyncResource } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests a socket may have sent without having been answered. */
const mostUnanswered = 16;

/**
 * Works on one request of a socket at a time, in the order in which they came, so that a socket which does not read its
 * answers holds one answer and no more. A socket that sends a seventeenth request before it has its first answer is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const line = lines.get(socket) ?? [];
    if (line.length === mostUnanswered) return void socket.destroy();
    lines.set(socket, line);
    // A later one begins where the one before it ends, and must not inherit what that kept with it.
    line.push(AsyncResource.bind(() => void listener(request, response)));
    response.once('close', () => {
      line.shift();
      if (socket.writable) line[0]?.();
    });
    if (line.length === 1) line[0]!();
  };
}
