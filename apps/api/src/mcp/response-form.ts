import type { McpHttpHandler } from '@modelcontextprotocol/server';

export const mediaTypes = { json: 'application/json', stream: 'text/event-stream' } as const;

/** Serves clients that accept only JSON, only a stream, or both; the SDK alone requires both. */
export const inAcceptedForm = ({ fetch, ...handler }: McpHttpHandler): McpHttpHandler => ({
  ...handler,
  fetch: async (request, options) => {
    const accepted = request.headers.get('accept')?.toLowerCase() ?? '';
    request.headers.set('accept', Object.values(mediaTypes).join(', '));
    const response = await fetch(request, options);
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith(mediaTypes.stream) && !accepted.includes(mediaTypes.stream))
      return replaced(response, mediaTypes.json, messageOf(await response.text()));
    if (response.ok && type.startsWith(mediaTypes.json) && !/application\/(json|\*)|\*\/\*|^$/.test(accepted))
      return replaced(response, mediaTypes.stream, `event: message\ndata: ${await response.text()}\n\n`);
    return response;
  },
});

function replaced({ status, headers }: Response, type: string, body: string): Response {
  const changed = new Headers(headers);
  changed.delete('content-length');
  changed.set('content-type', type);
  return new Response(body, { status, headers: changed });
}

/** The message of a stream with a single response; lines that begin with a colon only keep the connection open. */
const messageOf = (stream: string) =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .join('');
