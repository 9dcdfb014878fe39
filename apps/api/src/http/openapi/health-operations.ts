import { type Components, type Json } from './components.js';

const tag = 'health';

export const healthTag = { name: tag, 'x-displayName': 'Health', description: 'Is the process alive, and can it work' };

const alive = { type: 'string', enum: ['ok'], description: 'Always ok: a dead process says nothing.' };
const live = { type: 'object', properties: { status: alive }, required: ['status'] };

const status = {
  type: 'string',
  enum: ['ok', 'unavailable'],
  description: 'ok when every check is and the process is not shutting down.',
};

export function healthPaths(components: Components): Record<string, Json> {
  const checks = components.ref('schemas', 'Readiness', () => ({
    type: 'object',
    properties: {
      status,
      checks: {
        description: 'What was asked: database, and queue where Redis is used.',
        type: 'object',
        additionalProperties: { type: 'string', enum: ['ok', 'unavailable'] },
      },
    },
    required: ['status', 'checks'],
    examples: [{ status: 'ok', checks: { database: 'ok' } }],
  }));
  const answer = (description: string, schema: Json, example: Json) => ({
    description,
    content: { 'application/json': { schema, example } },
  });
  const down = { status: 'unavailable', checks: { database: 'unavailable' } };
  return {
    '/livez': asked('isAlive', 'Say that the process is alive', {
      200: answer('It is.', live, { status: 'ok' }),
    }),
    '/readyz': asked('isReady', 'Say whether database and queue can be reached', {
      200: answer('They can.', checks, { status: 'ok', checks: { database: 'ok' } }),
      503: answer('One of them cannot, or the process is shutting down.', checks, down),
    }),
  };
}

const asked = (operationId: string, summary: string, responses: Record<string, Json>): Json => ({
  get: {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}. No token is needed.`,
    security: [],
    responses: {
      ...responses,
      400: { description: 'The request is no well-formed HTTP.' },
      429: { description: 'Too many requests from this address.' },
    },
  },
});
