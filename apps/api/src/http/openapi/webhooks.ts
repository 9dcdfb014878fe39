import type { Feature, Published } from '@tandem/platform/feature/feature';
import type { Components, Json } from './components.js';
import { exampleId } from './example-values.js';

export const receivedTag = {
  name: 'received-events',
  'x-displayName': 'Events you receive',
  description: 'What Tandem sends to a webhook endpoint; see [receiving webhooks](/docs/webhooks).',
};

export function webhooks(features: readonly Feature[], components: Components): Record<string, Json> {
  return Object.fromEntries(
    features.flatMap(({ publishes = [] }) =>
      publishes.map((published) => [published.type, { post: delivery(published, components) }]),
    ),
  );
}

function delivery(published: Published, components: Components): Json {
  const { type, view } = published;
  return {
    operationId: `on${type.replace(/(^|[._])([a-z])/g, (_, _mark, letter: string) => letter.toUpperCase())}`,
    tags: [receivedTag.name],
    summary: `Receive ${type}`,
    description:
      `Sent to each webhook endpoint whose event_types and channels match, ` +
      '[signed per Standard Webhooks](/docs/webhooks). ' +
      `\`data\` is the ${view.name} right after the event. Events arrive at least once and possibly out of order: ` +
      `\`webhook-id\` identifies duplicates and \`sequence\` shows gaps.`,
    security: [],
    parameters: Object.keys(headers).map((name) =>
      components.ref('parameters', name, () => ({
        name,
        in: 'header',
        required: true,
        ...headers[name],
      })),
    ),
    requestBody: { required: true, content: { 'application/json': body(published, components) } },
    responses: {
      '2XX': { description: 'Received. Any other response, or none within 15 s, leads to a retry.' },
      '410': { description: 'No longer wanted: Tandem disables the endpoint.' },
    },
  };
}

function body({ type, view }: Published, components: Components): Json {
  const envelope = components.ref('schemas', 'EventEnvelope', () => ({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The same as webhook-id.' },
      type: { type: 'string', description: 'The event type, such as task.created.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
      tenant_id: { type: 'string', format: 'uuid', description: 'The tenant in which the event happened.' },
      sequence: {
        type: 'integer',
        format: 'int64',
        description: 'Number of the event within its tenant, without gaps.',
      },
      data: { type: 'object', description: 'The record that the event is about.' },
    },
    required: ['id', 'type', 'timestamp', 'tenant_id', 'sequence', 'data'],
    examples: [{ ...facts, type, data: components.example(view) }],
  }));
  const data = components.view(view);
  return {
    schema: {
      allOf: [envelope, { type: 'object', properties: { type: { const: type }, data }, required: ['type', 'data'] }],
    },
    example: { ...facts, type, data: components.example(view) },
  };
}

const facts = {
  id: exampleId('event'),
  type: '',
  timestamp: '2026-11-21T09:30:00.000Z',
  tenant_id: exampleId('tenant_id'),
  sequence: 42,
};

const headers: Record<string, Json> = {
  'webhook-id': {
    description: 'Id of the event, the same for every attempt.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleId('event'),
  },
  'webhook-timestamp': {
    description: 'Unix time of the attempt in seconds; reject attempts older than five minutes.',
    schema: { type: 'integer', format: 'int64' },
    example: 1_795_253_400,
  },
  'webhook-signature': {
    description:
      'One or more signatures, newest secret first: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'x-delivery-id': {
    description: 'Id of the delivery to this endpoint.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleId('delivery'),
  },
  'x-delivery-attempt': {
    description: 'Number of the attempt, starting at 1.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 1,
  },
};
