import { CreateWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/create-webhook-endpoint';
import { DeleteWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/delete-webhook-endpoint';
import { DisableWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/disable-webhook-endpoint';
import { EnableWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/enable-webhook-endpoint';
import { RotateWebhookSecret } from '@tandem/domain/webhooks/endpoints/rotate-webhook-secret';
import { TestWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/test-webhook-endpoint';
import { UpdateWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/update-webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { endpointView, endpointWithSecretView, testResultView } from './webhook-endpoint.fields.js';
import {
  CreateWebhookEndpointInput,
  ListWebhookEndpointsInput,
  RotateWebhookSecretInput,
  UpdateWebhookEndpointInput,
} from '../webhooks.inputs.js';

export const webhookEndpointRoutes = [
  POST('/webhook-endpoints', 'webhooks:write', 'Create a webhook endpoint; its signing secret is shown only once', {
    input: CreateWebhookEndpointInput,
    run: CreateWebhookEndpoint,
    response: one(endpointWithSecretView),
    location: '/webhook-endpoints/{id}',
    problems: ['409 too_many_endpoints', '422 url_not_allowed'],
    outside: true,
    example: { url: 'https://example.com/hooks', event_types: ['task.*'] },
  }),
  GET('/webhook-endpoints', 'webhooks:read', 'List webhook endpoints', {
    input: ListWebhookEndpointsInput,
    run: list(WebhookEndpoints),
    response: pageOf(endpointView),
  }),
  GET('/webhook-endpoints/:id', 'webhooks:read', 'Get a webhook endpoint', {
    input: ById,
    run: get(WebhookEndpoints),
    response: one(endpointView),
  }),
  PATCH(
    '/webhook-endpoints/:id',
    'webhooks:write',
    'Update a webhook endpoint; with another url, it receives only what the member who changes it may read',
    {
      input: UpdateWebhookEndpointInput,
      run: UpdateWebhookEndpoint,
      response: one(endpointView),
      problems: ['409 owner_lost', '422 url_not_allowed'],
      outside: true,
      example: { channels: ['projects'] },
    },
  ),
  DELETE('/webhook-endpoints/:id', 'webhooks:write', 'Delete a webhook endpoint; pending deliveries are skipped', {
    input: ById,
    run: DeleteWebhookEndpoint,
    response: nothing,
  }),
  POST('/webhook-endpoints/:id/test', 'webhooks:write', 'Send a test event and return the result', {
    description: 'A success ends a hold of the endpoint.',
    input: ById,
    run: TestWebhookEndpoint,
    response: one(testResultView),
    outside: true,
    trial: true,
  }),
  POST(
    '/webhook-endpoints/:id/rotate-secret',
    'webhooks:write',
    'Issue a new signing secret; the old one also signs until the grace period ends',
    {
      input: RotateWebhookSecretInput,
      run: RotateWebhookSecret,
      response: one(endpointWithSecretView),
      example: { grace_period_seconds: 3600 },
    },
  ),
  POST('/webhook-endpoints/:id/enable', 'webhooks:write', 'Enable a webhook endpoint', {
    description:
      'If it was disabled with owner_deactivated, key_inactive or permission_denied, an administrator or the ' +
      'member it belongs to can take it over by enabling it: member_id then identifies them, ' +
      'and it receives what they may read.',
    input: ById,
    run: EnableWebhookEndpoint,
    response: one(endpointView),
    problems: ['409 owner_lost'],
  }),
  POST(
    '/webhook-endpoints/:id/disable',
    'webhooks:write',
    'Disable a webhook endpoint; pending deliveries are skipped',
    {
      input: ById,
      run: DisableWebhookEndpoint,
      response: one(endpointView),
      exampleResponse: { is_enabled: false, disabled_at: '2026-11-21T10:05:12.480Z', disabled_reason: 'manual' },
    },
  ),
];
