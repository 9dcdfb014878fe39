import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

describe('comments and links of tasks', () => {
  const { ada, other, raw } = useWorld();
  let task: { id: string };

  beforeAll(async () => {
    task = (await ada.post('/tasks', { title: 'Talk about' })).body;
  });

  const comment = async (body: string, parent?: string) =>
    (await ada.post(`/tasks/${task.id}/comments`, { body, parent_comment_id: parent })).body;

  it('a comment is created, listed and updated by its author', async () => {
    const created = await ada.post(`/tasks/${task.id}/comments`, { body: 'Hello' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      task_id: task.id,
      author_id: ada.memberId,
      parent_comment_id: null,
      metadata: {},
    });
    const put = await ada.put(`/tasks/${task.id}/comments/${created.body.id}`, { body: 'Hello again' });
    expect(put.body).toMatchObject({ id: created.body.id, body: 'Hello again' });
    expect((await ada.get(`/tasks/${task.id}/comments`)).body.data[0]).toEqual(put.body);
  });

  it('a comment and a link are found at their location', async () => {
    const created = await ada.post(`/tasks/${task.id}/comments`, { body: 'Here' });
    const link = await ada.post(`/tasks/${task.id}/links`, { entity_type: 'event', entity_id: newId() });
    const elsewhere = (await ada.post('/tasks', { title: 'Elsewhere' })).body.id as string;
    for (const { headers, body } of [created, link]) {
      const path = new URL(headers.location!).pathname.replace('/api/v1', '');
      const found = await ada.get(path);
      expect([found.status, found.body]).toEqual([200, body]);
      expect((await other.get(path)).status).toBe(404);
      expect((await ada.get(path.replace(task.id, elsewhere))).status).toBe(404);
      expect((await ada.get(path.replace(body.id as string, 'nothing'))).status).toBe(400);
      expect((await raw('get', new URL(headers.location!).pathname)).status).toBe(401);
      expect((await ada.delete(path)).status).toBe(204);
      expect((await ada.get(path)).status).toBe(404);
    }
  });

  it('updating a comment keeps omitted fields', async () => {
    const created = await comment('Kept');
    const put = (body: object) => ada.put(`/tasks/${task.id}/comments/${created.id}`, body);
    const unchanged = await put({});
    expect([unchanged.status, unchanged.body]).toEqual([200, created]);
    expect((await put({ body: null })).body.errors).toMatchObject([{ pointer: '/body' }]);
    expect((await other.put(`/tasks/${task.id}/comments/${created.id}`, {})).status).toBe(404);
  });

  it('comments nest one level deep and belong to their task', async () => {
    const top = await comment('Top');
    const response = await comment('Answer', top.id);
    const tooDeep = await ada.post(`/tasks/${task.id}/comments`, { body: 'x', parent_comment_id: response.id });
    expect(tooDeep.body.errors).toMatchObject([{ pointer: '/parent_comment_id', code: 'too_deep' }]);
    const elsewhere = (await ada.post('/tasks', { title: 'Elsewhere' })).body;
    const wrong = await ada.post(`/tasks/${elsewhere.id}/comments`, { body: 'x', parent_comment_id: top.id });
    expect(wrong.body.errors).toMatchObject([{ pointer: '/parent_comment_id', code: 'not_found' }]);
    expect((await ada.put(`/tasks/${elsewhere.id}/comments/${top.id}`, { body: 'x' })).status).toBe(404);
  });

  it('a deleted comment keeps its position while it has a reply', async () => {
    const top = await comment('To be deleted');
    const response = await comment('Still here', top.id);
    const ids = async () =>
      (await ada.get(`/tasks/${task.id}/comments`)).body.data.map((one: { id: string }) => one.id);
    expect((await ada.delete(`/tasks/${task.id}/comments/${top.id}`)).status).toBe(204);
    expect(await ids()).toEqual(expect.arrayContaining([top.id, response.id]));
    const shown = (await ada.get(`/tasks/${task.id}/comments/${top.id}`)).body;
    expect(shown).toMatchObject({ id: top.id, body: '', deleted_at: expect.any(String) });
    expect((await ada.get(`/tasks/${task.id}/comments`)).body.data).toContainEqual(shown);
    expect((await ada.put(`/tasks/${task.id}/comments/${top.id}`, { body: 'x' })).status).toBe(404);
    await ada.delete(`/tasks/${task.id}/comments/${response.id}`);
    expect(await ids()).not.toContain(top.id);
  });

  it('a comment of another tenant does not exist', async () => {
    const created = await comment('Ours');
    for (const response of [
      await other.put(`/tasks/${task.id}/comments/${created.id}`, { body: 'x' }),
      await other.delete(`/tasks/${task.id}/comments/${created.id}`),
      await other.get(`/tasks/${task.id}/comments`),
      await other.post(`/tasks/${task.id}/comments`, { body: 'x' }),
    ])
      expect(response.status).toBe(404);
    expect((await ada.post(`/tasks/${task.id}/comments`, { body: '' })).status).toBe(422);
    expect((await raw('get', `/api/v1/tasks/${task.id}/comments`)).status).toBe(401);
  });

  it('the same link again returns 200 and the existing one', async () => {
    const target = (await ada.post('/projects', { name: 'Target' })).body;
    const link = { entity_type: 'project', entity_id: target.id };
    const responses = await Promise.all(Array.from({ length: 5 }, () => ada.post(`/tasks/${task.id}/links`, link)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    const listed = (await ada.get(`/tasks/${task.id}/links`)).body.data;
    expect(listed).toMatchObject([{ task_id: task.id, entity_type: 'project', entity_id: target.id }]);
    expect((await ada.delete(`/tasks/${task.id}/links/${listed[0].id}`)).status).toBe(204);
    expect((await ada.delete(`/tasks/${task.id}/links/${listed[0].id}`)).status).toBe(404);
  });

  it('only records of the tenant can be linked, except for external events', async () => {
    const theirs = (await other.post('/tasks', { title: 'Theirs' })).body;
    const link = (entity_type: string, entity_id: string) =>
      ada.post(`/tasks/${task.id}/links`, { entity_type, entity_id });
    expect((await link('task', theirs.id)).status).toBe(404);
    expect((await link('task', newId())).status).toBe(404);
    expect((await link('event', newId())).status).toBe(201);
    expect((await link('task', task.id)).body.errors).toMatchObject([{ pointer: '/entity_id', code: 'self_link' }]);
    expect((await link('planet', newId())).body.errors).toMatchObject([
      { pointer: '/entity_type', code: 'not_allowed' },
    ]);
  });
});
