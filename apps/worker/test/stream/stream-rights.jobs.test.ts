import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { StreamingClient } from '@tandem/testing/streaming-client';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('an open event stream', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants' });
  const { ada, withKey, member, grant, asOwner } = world;
  const opened: StreamingClient[] = [];
  /** Streams that are live. */
  const open = async (...callers: Caller[]) => {
    const clients = await Promise.all(callers.map((caller) => StreamingClient.open(world.address, caller)));
    opened.push(...clients);
    await eventually(() => clients.forEach(({ messages }) => expect(messages).not.toEqual([])));
    return clients;
  };
  const titles = ({ events }: StreamingClient) => events.map(({ data }) => JSON.parse(data).data.title as string);
  let project: string;
  beforeEach(async () => {
    project = (await ada.post('/projects', { name: 'Project', identifier: 'PRO' })).body.id;
    await ada.post('/tasks', { title: 'before', project_id: project });
  });
  afterEach(() => opened.splice(0).forEach((client) => client.close()));

  it('ends when its key is revoked, and no other does', async () => {
    const { id, key } = (await ada.post('/api-keys', { name: 'to be revoked' })).body;
    const [revoked, other] = await open({ ...ada, key }, ada);
    await ada.delete(`/api-keys/${id}`);
    await ada.post('/tasks', { title: 'after' });
    await eventually(() => expect(titles(other!)).toContain('after'));
    await eventually(() => expect([revoked!.endCode, revoked!.hasEnded]).toEqual(['unauthenticated', true]));
    expect(titles(revoked!)).not.toContain('after');
    expect(other!.hasEnded).toBe(false);
  });

  it('ends when its key was rotated and the grace period is over', async () => {
    const { id, key } = (await ada.post('/api-keys', { name: 'to be rotated' })).body;
    const [client] = await open({ ...ada, key });
    const { status } = await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 });
    expect(status).toBe(200);
    await eventually(() => expect([client!.endCode, client!.hasEnded]).toEqual(['unauthenticated', true]));
  });

  it('ends within seconds after its key has expired', async () => {
    const expires_at = new Date(Date.now() + 3000).toISOString();
    const [client] = await open(await withKey(ada, { expires_at }));
    await eventually(() => expect([client!.endCode, client!.hasEnded]).toEqual(['api_key_expired', true]), 10_000);
  });

  it('ends when its member is deactivated', async () => {
    const bob = await member(ada);
    const [client] = await open(bob);
    expect((await ada.delete(`/members/${bob.memberId}`)).status).toBeLessThan(300);
    await eventually(() => expect([client!.endCode, client!.hasEnded]).toEqual(['unauthenticated', true]));
  });

  it('carries no event that a narrowed policy hides; its client reconnects with what is left', async () => {
    const bob = await member(ada, [{ domain: '*', access_level: 'read' }]);
    const [client] = await open(bob);
    await ada.post('/tasks', { title: 'seen', project_id: project });
    await eventually(() => expect(titles(client!)).toContain('seen'));
    await grant(ada, bob, [
      { domain: '*', access_level: 'read' },
      { domain: 'tasks', access_level: 'none' },
    ]);
    await ada.post('/tasks', { title: 'hidden', project_id: project });
    await ada.post('/notes', { title: 'shown' });
    await eventually(() => expect([client!.endCode, client!.hasEnded]).toEqual(['access_changed', true]));
    const again = await StreamingClient.open(world.address, bob, { lastEventId: client!.lastEventId });
    opened.push(again);
    await eventually(() => expect(titles(again)).toContain('shown'));
    expect([...titles(client!), ...titles(again)]).not.toContain('hidden');
  });

  it('hides what happens in a project from when it becomes private', async () => {
    const bob = await member(ada, [{ domain: '*', access_level: 'read' }]);
    const [client] = await open(bob);
    await ada.patch(`/projects/${project}`, { is_private: true });
    await ada.post('/tasks', { title: 'secret', project_id: project });
    await ada.post('/tasks', { title: 'open' });
    await eventually(() => expect(titles(client!)).toContain('open'));
    expect(titles(client!)).not.toContain('secret');
    expect(client!.hasEnded).toBe(false);
  });

  it('goes on when the rights of others change', async () => {
    const [bob, cy] = [await member(ada), await member(ada)];
    const [client] = await open(bob);
    await grant(ada, cy, [{ domain: '*', access_level: 'none' }]);
    await ada.post('/tasks', { title: 'later' });
    await eventually(() => expect(titles(client!)).toContain('later'));
    expect(client!.hasEnded).toBe(false);
  });

  it('catches up when the signal of new events is lost', async () => {
    const [client] = await open(ada);
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1';
    await asOwner(end, ['tandem signals']);
    await ada.post('/tasks', { title: 'without a signal' });
    await eventually(() => expect(titles(client!)).toContain('without a signal'));
  });
});
