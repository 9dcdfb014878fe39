import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('endpoints of members with limited rights', () => {
  const { ada, receiver, member } = useWorld({ workers: 1, fresh: 'tenants' });
  let bob: Caller;
  let open: string;
  let shut: string;

  beforeEach(async () => {
    open = await created('/projects', { name: 'Open' });
    shut = await created('/projects', { name: 'Shut' });
    bob = await member(ada, policies([open]));
  });

  const policies = (projects: string[]) => [
    { domain: 'webhooks', access_level: 'write' },
    { domain: 'tasks', access_level: 'write', resource_filter: { project_ids: projects } },
  ];
  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;
  const endpoint = async (by: Caller, path: string) =>
    (await by.post('/webhook-endpoints', { url: receiver.url + path, event_types: ['task.created'] })).body
      .id as string;
  const task = (title: string, project_id?: string) => created('/tasks', { title, project_id });
  const titles = (path: string) => receiver.at(path).map(({ event }) => (event.data as { title: string }).title);

  it('an endpoint receives what the member who created it may read, and one of an owner everything', async () => {
    await endpoint(ada, '/all');
    await endpoint(bob, '/some');
    await task('in shut', shut);
    await task('in none');
    await task('in open', open);
    await eventually(() => {
      expect(titles('/all').sort()).toEqual(['in none', 'in open', 'in shut']);
      expect(titles('/some')).toEqual(['in open']);
    });
  });

  it('a change of policies applies from the next event, and limits recovery', async () => {
    await endpoint(ada, '/all');
    const id = await endpoint(bob, '/some');
    await task('shut before', shut);
    await eventually(() => expect(titles('/all')).toEqual(['shut before']));
    expect((await ada.put(`/members/${bob.memberId}/access`, { access_policies: policies([shut]) })).status).toBe(200);
    await task('open after', open);
    await task('shut after', shut);
    await eventually(() => expect(titles('/some')).toEqual(['shut after']));
    const since = new Date(Date.now() - 60_000).toISOString();
    const { body } = await bob.post('/webhook-events/recover', { since, endpoint_id: id });
    expect(body).toEqual({ recovered: 1, has_more: false });
    await eventually(() => expect(titles('/some')).toEqual(['shut after', 'shut before']));
  });

  it("a member who changes the URL of another's endpoint gets only what they may read themselves", async () => {
    const id = await endpoint(ada, '/hers');
    const { status, body } = await bob.patch(`/webhook-endpoints/${id}`, { url: `${receiver.url}/his` });
    expect([status, body.member_id]).toEqual([200, bob.memberId]);
    await task('in shut', shut);
    await task('in open', open);
    await eventually(() => expect(titles('/his')).toEqual(['in open']));
    expect(titles('/hers')).toEqual([]);
  });

  it('pending and repeated deliveries after that change are limited to what that member may read', async () => {
    receiver.react = responding(500);
    const id = await endpoint(ada, '/hers');
    await task('in shut', shut);
    await task('in open', open);
    await eventually(() => expect(titles('/hers').sort()).toEqual(['in open', 'in shut']));
    receiver.react = responding(200);
    await bob.patch(`/webhook-endpoints/${id}`, { url: `${receiver.url}/his` });
    const deliveries = (await ada.get(`/webhook-deliveries?endpoint_id=${id}`)).body.data as { id: string }[];
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) await ada.post(`/webhook-deliveries/${delivery.id}/retry`);
    await eventually(async () => {
      const { data } = (await ada.get(`/webhook-deliveries?endpoint_id=${id}`)).body as { data: { status: string }[] };
      expect(data.map(({ status }) => status).sort()).toEqual(['skipped', 'succeeded']);
    });
    expect(titles('/his')).toEqual(['in open']);
  });

  it('a member who changes only filters and texts discloses nothing', async () => {
    const id = await endpoint(bob, '/his');
    const fields = { url: `${receiver.url}/his`, description: 'mended', event_types: ['task.*'] };
    const { status, body } = await ada.patch(`/webhook-endpoints/${id}`, fields);
    expect([status, body.member_id]).toEqual([200, bob.memberId]);
    await task('in shut', shut);
    await task('in open', open);
    await eventually(() => expect(titles('/his')).toEqual(['in open']));
  });
});
