import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { widgets } from './widgets.feature.js';

describe('a custom feature', () => {
  const { ada, other, raw, withKey } = useWorld({ features: [widgets] });

  it('is created, read, listed and updated like every resource', async () => {
    const created = await ada.post('/widgets', { name: 'Bolt' });
    expect(created.status).toBe(201);
    expect(created.headers.location).toContain(`/widgets/${created.body.id}`);
    expect((await ada.get(`/widgets/${created.body.id}`)).body).toEqual(created.body);
    expect((await ada.get('/widgets')).body.data).toEqual([created.body]);
    expect((await ada.post(`/widgets/${created.body.id}/polish`)).body.state).toBe('polished');
    expect((await ada.post(`/widgets/${created.body.id}/polish`)).body).toMatchObject({
      status: 409,
      code: 'widget_polished',
    });
  });

  it('is hidden from other tenants and from callers without rights', async () => {
    const { body } = await ada.post('/widgets', { name: 'Nut' });
    expect((await other.get(`/widgets/${body.id}`)).status).toBe(404);
    expect((await other.post(`/widgets/${body.id}/polish`)).status).toBe(404);
    const reader = await withKey(ada, { scopes: ['widgets:read'] });
    expect((await reader.post('/widgets', { name: 'x' })).body).toMatchObject({ status: 403, scope: 'widgets:write' });
    expect((await raw('get', '/api/v1/widgets')).status).toBe(401);
    expect((await ada.post('/widgets', { name: '', size: 1 })).body.errors).toHaveLength(2);
  });

  it('is idempotent, audited, published and documented without further code', async () => {
    const once = { 'idempotency-key': 'one' };
    const first = await ada.post('/widgets', { name: 'Once' }, once);
    const second = await ada.post('/widgets', { name: 'Once' }, once);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const entries = (await ada.get(`/audit-log?resource_id=${first.body.id}`)).body.data;
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['widget.created']);
    const types = (await ada.get('/event-types')).body.map((one: { type: string }) => one.type);
    expect(types).toContain('widget.polished');
    const listed = await ada.get('/webhook-events?type=widget.polished');
    expect([listed.status, listed.body.data]).toEqual([200, []]);
    const { body: document } = await raw('get', '/openapi.json');
    expect(Object.keys(document.paths)).toContain('/api/v1/widgets/{id}/polish');
  });
});
