import type { McpHttpHandler } from '@modelcontextprotocol/server';

export const mediaTypes = { json: 'application/json', stream: 'text/event-stream' } as const;

/**
 * The handler for clients that accept JSON alone, a stream alone, or anything. The SDK refuses them all: to it a client must accept
 * both forms, and the version of the protocol decides which one it gets.
 */
export const inAcceptedForm = ({ fetch, ...handler }: McpHttpHandler): McpHttpHandler => ({
  ...handler,
  fetch: async (request, options) => {
    const accepted = request.headers.get('accept')?.toLowerCase() ?? '';
    request.headers.set('accept', Object.values(mediaTypes).join(', '));
    const answer = await fetch(request, options);
    const type = answer.headers.get('content-type') ?? '';
    if (type.startsWith(mediaTypes.stream) && !accepted.includes(mediaTypes.stream))
      return another(answer, mediaTypes.json, messageOf(await answer.text()));
    if (answer.ok && type.startsWith(mediaTypes.json) && !/application\/(json|\*)|\*\/\*|^$/.test(accepted))
      return another(answer, mediaTypes.stream, `event: message\ndata: ${await answer.text()}\n\n`);
    return answer;
  },
});

function another({ status, headers }: Response, type: string, body: string): Response {
  const others = new Headers(headers);
  others.delete('content-length');
  others.set('content-type', type);
  return new Response(body, { status, headers: others });
}

/** The message of a stream that ends with its one answer; lines that begin with a colon only keep the connection open. */
const messageOf = (stream: string) =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .join('');
