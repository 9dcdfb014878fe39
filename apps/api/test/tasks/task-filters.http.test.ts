import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('filters of tasks', () => {
  const { ada } = useWorld();
  let project: { id: string; default_status_id: string };
  const make = async (title: string, fields: object = {}) =>
    (await ada.post('/tasks', { title, ...fields })).body as { id: string; updated_at: string };
  const found = async (query: string) => {
    const { status, body } = await ada.get(`/tasks?limit=100&${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body.data as { title: string }[]).map(({ title }) => title).sort();
  };

  beforeAll(async () => {
    project = (await ada.post('/projects', { name: 'Filters' })).body;
  });

  it('select by project, status, assignee and priority, and combine', async () => {
    await make('in project', { project_id: project.id, priority: 'high' });
    await make('mine', { assignee_id: ada.memberId, priority: 'high' });
    expect(await found(`project_id=${project.id}`)).toEqual(['in project']);
    expect(await found(`status_id=${project.default_status_id}`)).toEqual(['in project']);
    expect(await found(`assignee_id=${ada.memberId}`)).toEqual(['mine']);
    expect(await found('priority=high')).toEqual(['in project', 'mine']);
    expect(await found(`priority=high&assignee_id=${ada.memberId}`)).toEqual(['mine']);
    expect(await found('project_id=01900000-0000-7000-8000-000000000000')).toEqual([]);
    expect((await ada.get('/tasks?priority=highest')).body.code).toBe('invalid_parameter');
  });

  it('match any of several values', async () => {
    const low = await make('low here', { project_id: project.id, priority: 'low' });
    await make('low elsewhere', { priority: 'low' });
    await make('urgent', { priority: 'urgent', assignee_id: ada.memberId });
    await ada.post(`/tasks/${low.id}/complete`);
    expect(await found('priority=low,urgent')).toEqual(['low elsewhere', 'low here', 'urgent']);
    expect(await found(`project_id=none,${project.id}&priority=low`)).toEqual(['low elsewhere', 'low here']);
    expect(await found('project_id=none&priority=low')).toEqual(['low elsewhere']);
    expect(await found('assignee_id=me&priority=urgent')).toEqual(['urgent']);
    expect(await found('assignee_id=none,me&priority=low,urgent')).toHaveLength(3);
    expect(await found('status_category=completed,canceled')).toEqual(['low here']);
    for (const bad of ['priority=low,', 'assignee_id=you', 'section_id=none', 'status_category=done', 'project_id=']) {
      const { body } = await ada.get(`/tasks?${bad}`);
      expect(body).toMatchObject({ status: 400, errors: [{ parameter: bad.split('=')[0] }] });
    }
    const many = Array.from({ length: 51 }, () => project.id).join();
    expect((await ada.get(`/tasks?project_id=${many}`)).body.errors).toMatchObject([{ code: 'too_many' }]);
  });

  it('pick by a linked record', async () => {
    const [contact, task] = [await ada.post('/contacts', { display_name: 'Grace' }), await make('call Grace')];
    await ada.post(`/tasks/${task.id}/links`, { entity_type: 'contact', entity_id: contact.body.id });
    expect(await found(`linked_type=contact&linked_id=${contact.body.id}`)).toEqual(['call Grace']);
    expect(await found(`linked_type=note&linked_id=${contact.body.id}`)).toEqual([]);
    for (const [given, absent] of [
      ['linked_type=note', 'linked_id'],
      [`linked_id=${task.id}`, 'linked_type'],
    ]) {
      const { body } = await ada.get(`/tasks?${given}`);
      expect(body).toMatchObject({ status: 400, errors: [{ parameter: absent, code: 'required' }] });
    }
  });

  it('select by section', async () => {
    const section = await ada.post(`/projects/${project.id}/sections`, { name: 'Later' });
    await make('sectioned', { project_id: project.id, section_id: section.body.id });
    expect(await found(`section_id=${section.body.id}`)).toEqual(['sectioned']);
    const elsewhere = await ada.post('/tasks', { title: 'x', section_id: section.body.id });
    expect(elsewhere.body.errors).toMatchObject([{ pointer: '/section_id', code: 'not_found' }]);
  });

  it('select by state', async () => {
    const [done, canceled] = [await make('state done'), await make('state canceled')];
    await make('state open');
    await ada.post(`/tasks/${done.id}/complete`);
    await ada.post(`/tasks/${canceled.id}/cancel`);
    expect(await found('state=open&q=state')).toEqual(['state open']);
    expect(await found('state=completed&q=state')).toEqual(['state done']);
    expect(await found('state=canceled&q=state')).toEqual(['state canceled']);
    expect(await found('q=state')).toHaveLength(3);
  });

  it('select by due time: the instant, or the end of the day in UTC', async () => {
    await make('due instant', { due_at: '2027-05-10T12:00:00Z' });
    await make('due day', { due_date: '2027-05-10' });
    await make('due never');
    expect(await found('due_before=2027-05-10T12:00:00Z')).toEqual([]);
    expect(await found('due_before=2027-05-10T12:00:01Z')).toEqual(['due instant']);
    expect(await found('due_before=2027-05-11T00:00:01Z')).toEqual(['due day', 'due instant']);
    expect(await found('due_after=2027-05-10T12:00:00Z&q=due')).toEqual(['due day']);
    expect(await found('due_after=2027-05-10T11:59:59Z&due_before=2027-05-10T14:00:00%2B02:00')).toEqual([]);
    expect((await ada.get('/tasks?due_before=2027-05-10')).body.errors).toMatchObject([{ parameter: 'due_before' }]);
  });

  it('select by time of change', async () => {
    const old = await make('changed before');
    const { body } = await ada.patch(`/tasks/${old.id}`, { title: 'changed since' });
    await make('changed later');
    const since = encodeURIComponent(old.updated_at);
    expect(await found(`q=changed&updated_after=${since}`)).toEqual(['changed later', 'changed since']);
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(old.updated_at));
  });

  it('search words in title and description, ignoring case, and treat no character as a pattern', async () => {
    await make('Seek 100% of it', { description: 'under_score back\\slash' });
    await make('Seek 1000 of it', { description: 'underXscore' });
    expect(await found('q=SEEK')).toHaveLength(2);
    expect(await found('q=100%25')).toEqual(['Seek 100% of it']);
    expect(await found('q=under_s')).toEqual(['Seek 100% of it']);
    expect(await found(`q=${encodeURIComponent('back\\s')}`)).toEqual(['Seek 100% of it']);
    expect(await found(`q=${encodeURIComponent("'; drop table tasks; --")}`)).toEqual([]);
  });
});
