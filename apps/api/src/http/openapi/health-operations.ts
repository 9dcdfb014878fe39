import { type Components, type Json } from './components.js';

const tag = 'health';

export const healthTag = { name: tag, 'x-displayName': 'Health', description: 'Liveness and readiness of the process' };

const alive = { type: 'string', enum: ['ok'], description: 'Always ok: a dead process does not respond.' };
const live = { type: 'object', properties: { status: alive }, required: ['status'] };

const status = {
  type: 'string',
  enum: ['ok', 'unavailable'],
  description: 'ok if every check is ok and the process is not shutting down.',
};

export function healthPaths(components: Components): Record<string, Json> {
  const checks = components.ref('schemas', 'Readiness', () => ({
    type: 'object',
    properties: {
      status,
      checks: {
        description: 'Results by check: database, and queue if Redis is used.',
        type: 'object',
        additionalProperties: { type: 'string', enum: ['ok', 'unavailable'] },
      },
    },
    required: ['status', 'checks'],
    examples: [{ status: 'ok', checks: { database: 'ok' } }],
  }));
  const response = (description: string, schema: Json, example: Json) => ({
    description,
    content: { 'application/json': { schema, example } },
  });
  const down = { status: 'unavailable', checks: { database: 'unavailable' } };
  return {
    '/livez': operation('isAlive', 'Check that the process is alive', {
      200: response('Alive.', live, { status: 'ok' }),
    }),
    '/readyz': operation('isReady', 'Check whether the database and the queue are reachable', {
      200: response('Reachable.', checks, { status: 'ok', checks: { database: 'ok' } }),
      503: response('One of them is unreachable, or the process is shutting down.', checks, down),
    }),
  };
}

const operation = (operationId: string, summary: string, responses: Record<string, Json>): Json => ({
  get: {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}. No token is required.`,
    security: [],
    responses: {
      ...responses,
      400: { description: 'The request is not well-formed HTTP.' },
      429: { description: 'Too many requests from this address.' },
    },
  },
});
