import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Feature } from '@tandem/platform/feature/feature';
import { useWorld, useWorlds } from '@tandem/testing/world';
import { widgets } from './widgets.feature.js';

describe('a domain of rights and a linkable type of a custom feature', () => {
  const { ada, raw, withKey, member } = useWorld({
    settings: { PUBLIC_URL: 'https://tandem.example' },
    features: [widgets],
  });
  const openWorld = useWorlds();
  let widget: string;

  beforeAll(async () => {
    widget = (await ada.post('/widgets', { name: 'Bolt' })).body.id;
  });

  it('are part of every scope, policy and list of rights', async () => {
    expect((await ada.get('/me')).body.rights).toMatchObject({ tasks: 'admin', widgets: 'admin' });
    const reader = await withKey(ada, { scopes: ['widgets:read'] });
    expect((await reader.get('/widgets')).status).toBe(200);
    expect((await reader.post('/widgets', { name: 'x' })).body).toMatchObject({ status: 403, scope: 'widgets:write' });
    expect((await reader.get('/tasks')).status).toBe(403);
    const [policy] = (
      await ada.put(`/members/${(await member(ada)).memberId}/access`, {
        access_policies: [{ domain: 'widgets', access_level: 'none' }],
      })
    ).body;
    expect(policy.domain).toBe('widgets');
    const wrong = await ada.put(`/members/${ada.memberId}/access`, {
      access_policies: [{ domain: 'gadgets', access_level: 'none' }],
    });
    expect([wrong.status, wrong.text.includes('widgets')]).toEqual([422, true]);
  });

  it('cannot be granted by a caller who does not have them', async () => {
    const key = await withKey(ada, { scopes: ['api_keys:admin', 'tasks:write'] });
    const more = await key.post('/api-keys', { name: 'more', scopes: ['widgets:read'] });
    expect([more.status, more.body.errors[0].code]).toEqual([422, 'exceeds_creator']);
  });

  it('allow a record to be linked, mentioned and found by its mentions, for callers who may read it', async () => {
    const task = (await ada.post('/tasks', { title: 'Polish' })).body.id as string;
    const linked = await ada.post(`/tasks/${task}/links`, { entity_type: 'widget', entity_id: widget });
    expect([linked.status, linked.body.entity_type]).toEqual([201, 'widget']);
    const bodies = [
      `@[Bolt](mention://widget/${widget})`,
      `see [[widget:${widget}]]`,
      `https://tandem.example/api/v1/widgets/${widget}`,
    ];
    for (const body of bodies) expect((await ada.post('/notes', { title: 'Mention', body })).status).toBe(201);
    const found = await ada.get(`/backlinks/widget/${widget}`);
    expect([found.status, found.body.length]).toEqual([200, bodies.length]);
    const stranger = await withKey(ada, { scopes: ['notes:read'] });
    expect((await stranger.get(`/backlinks/widget/${widget}`)).body).toEqual([]);
    const deleted = await ada.post(`/tasks/${task}/links`, { entity_type: 'widget', entity_id: task });
    expect(deleted.status).toBe(404);
  });

  it('are in the document of this server', async () => {
    const { text } = await raw('get', '/openapi.json');
    expect(text).toContain('"widgets"');
    const { paths } = JSON.parse(text) as { paths: Record<string, { post: Record<string, never> }> };
    const link = JSON.stringify(paths['/api/v1/tasks/{id}/links']!.post.requestBody);
    const bodies = (JSON.parse(text) as { components: { schemas: object } }).components.schemas;
    expect(link + JSON.stringify(bodies)).toContain('"widget"');
  });

  it('are unknown to another installation in the same process', async () => {
    const plain = await openWorld();
    const eve = await plain.tenant('Eve');
    expect((await eve.post('/api-keys', { name: 'x', scopes: ['widgets:read'] })).status).toBe(422);
    expect((await eve.get('/me')).body.rights).not.toHaveProperty('widgets');
  });

  it('of administration are closed to members until a policy opens them', async () => {
    const closed: Feature = { ...widgets, domains: { widgets: 'administration' } };
    const strict = await openWorld({ features: [closed] });
    const owner = await strict.tenant();
    const bob = await strict.member(owner);
    const cid = await strict.member(owner, [{ domain: 'widgets', access_level: 'read' }]);
    expect((await bob.get('/widgets')).status).toBe(403);
    expect((await cid.get('/widgets')).status).toBe(200);
    const open = await member(ada);
    expect((await open.post('/widgets', { name: 'Nut' })).status).toBe(201);
  });
});
