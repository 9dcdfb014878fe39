import { describe, expect, it } from '@jest/globals';
import { type Method, useWorld } from '@tandem/testing/world';

const id = '019ab1c2-0000-7000-8000-000000000000';

/** The endpoints of the specification, each with an example path. */
const endpoints: [method: Method, path: string, address: string][] = [
  ['get', '/api/v1/audit-log', '/api/v1/audit-log'],
  ['get', '/api/v1/api-keys/{id}', `/api/v1/api-keys/${id}`],
  ['post', '/api/v1/contacts', '/api/v1/contacts'],
  [
    'get',
    '/api/v1/contacts/find-by-channel',
    '/api/v1/contacts/find-by-channel?channel_type=email&channel_value=a@example.com',
  ],
  ['post', '/api/v1/pipelines', '/api/v1/pipelines'],
  ['get', '/api/v1/pipelines', '/api/v1/pipelines'],
  ['post', '/api/v1/projects', '/api/v1/projects'],
  ['post', '/api/v1/invitations/claim', '/api/v1/invitations/claim'],
  ['get', '/api/v1/members/{id}/access', `/api/v1/members/${id}/access`],
  ['post', '/api/v1/agent-schedules', '/api/v1/agent-schedules'],
  ['get', '/api/v1/agents/{blueprint}/runs', '/api/v1/agents/echo/runs'],
  ['post', '/api/v1/agents/{kind}/runs/{id}/cancel', `/api/v1/agents/echo/runs/${id}/cancel`],
  ['post', '/api/v1/notes', '/api/v1/notes'],
  ['get', '/api/v1/backlinks/{entity_type}/{entity_id}', `/api/v1/backlinks/task/${id}`],
  ['put', '/api/v1/notebooks/{id}', `/api/v1/notebooks/${id}`],
  ['get', '/api/v1/tasks/by-identifier/{identifier}', '/api/v1/tasks/by-identifier/WEB-1'],
  ['post', '/api/v1/tasks/{id}/cancel', `/api/v1/tasks/${id}/cancel`],
  ['put', '/api/v1/tasks/{id}/comments/{comment_id}', `/api/v1/tasks/${id}/comments/${id}`],
  ['post', '/api/v1/tasks/{id}/links', `/api/v1/tasks/${id}/links`],
  ['post', '/api/v1/apps/{slug}/probe', '/api/v1/apps/billing/probe'],
  ['post', '/api/v1/integration-keys/{provider}/verify', '/api/v1/integration-keys/openai/verify'],
  ['get', '/api/v1/usage', '/api/v1/usage'],
  ['get', '/api/v1/webhook-endpoints/{id}', `/api/v1/webhook-endpoints/${id}`],
  ['post', '/api/v1/webhook-endpoints/{id}/test', `/api/v1/webhook-endpoints/${id}/test`],
  ['post', '/api/v1/webhook-events/recover', '/api/v1/webhook-events/recover'],
];

const alwaysDone = 'post /api/v1/integration-keys/{provider}/verify';

const expectedOf = (row: string) => (row === alwaysDone ? 200 : 401);

describe("the specification's endpoints", () => {
  const { raw } = useWorld();

  it('are twenty-five', () => {
    expect(new Set(endpoints.map(([method, path]) => `${method} ${path}`)).size).toBe(25);
  });

  it.each(endpoints)('%s %s responds to a caller without a token', async (method, path, address) => {
    const row = `${method} ${path}`;
    const { status } = await raw(method, address);
    expect({ row, status: status === 404 || status === 405 ? 'not mounted' : status }).toEqual({
      row,
      status: expectedOf(row),
    });
  });
});
