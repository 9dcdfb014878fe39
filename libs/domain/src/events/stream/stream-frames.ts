import { webhookBody } from '../../webhooks/webhook-body.js';
import type { FeedEvent } from './event-feed.port.js';

/** Seconds between two bookmarks. */
export const heartbeatSeconds = 15;
const retryMillis = 2000;

const frame = (id: number, event: string, data: string) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

/** `from`: the sequence after which the stream begins. */
export const helloFrame = (from: number, newest: number) =>
  `retry: ${retryMillis}\n` +
  frame(from, 'hello', JSON.stringify({ sequence: newest, heartbeat_seconds: heartbeatSeconds }));

export const eventFrame = (event: FeedEvent) => frame(event.sequence, event.type, webhookBody(event));

/** Moves the position of a client to whom nothing was sent for a while. */
export const bookmarkFrame = (sequence: number) => frame(sequence, 'bookmark', JSON.stringify({ sequence }));

export const endFrame = (sequence: number, code: string) => frame(sequence, 'end', JSON.stringify({ code }));
