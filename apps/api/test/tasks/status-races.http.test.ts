import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { deadlocks } from '@tandem/testing/deadlocks';
import { useWorld } from '@tandem/testing/world';

const fields = { statuses: 'status_id', sections: 'section_id', projects: 'project_id' };

/** A project, and the status or section of it that is deleted. */
interface Part {
  project: string;
  parts: 'statuses' | 'sections' | 'projects';
  going: string;
}

/** With a task outside that part. */
type PlacedTask = Part & { task: string };

describe('changing or deleting a status or section while tasks enter it', () => {
  const world = useWorld({ isInsistent: true });
  const { ada, other, asOwner } = world;
  const meanwhile = world.session();

  const placeTask = async (category = 'started'): Promise<PlacedTask> => {
    const project = (await ada.post('/projects', { name: 'Any' })).body.id as string;
    const going = (await ada.post(`/projects/${project}/statuses`, { name: 'Going', category })).body.id as string;
    const task = (await ada.post('/tasks', { title: 'x', project_id: project })).body.id as string;
    return { project, parts: 'statuses', going, task };
  };
  const withSection = async (): Promise<PlacedTask> => {
    const found = await placeTask();
    const going = (await ada.post(`/projects/${found.project}/sections`, { name: 'Going' })).body.id as string;
    return { ...found, parts: 'sections', going };
  };
  const into = ({ parts, going }: Part) => ({ [fields[parts]]: going });
  const takeAway = ({ project, parts, going }: Part) => ada.delete(`/projects/${project}/${parts}/${going}`);
  const start = (found: PlacedTask) => ada.post('/tasks', { title: 'new', project_id: found.project, ...into(found) });
  const enter = (found: PlacedTask) => ada.patch(`/tasks/${found.task}`, into(found));
  const recategorize = ({ project, going }: PlacedTask) =>
    ada.patch(`/projects/${project}/statuses/${going}`, { category: 'backlog' });
  const astray = () =>
    asOwner(`select t.id from tasks t left join statuses s on s.tenant_id = t.tenant_id and s.id = t.status_id
      where s.category is distinct from t.status_category or s.project_id is distinct from t.project_id`);

  // A failed test releases its locks.
  afterEach(() => meanwhile.query('rollback'));

  /** Each request has read the part before any of them locks it, and they lock it in the given order. */
  const inTurn = async <P extends Part>(found: P, ...requests: ((found: P) => Promise<{ status: number }>)[]) => {
    await meanwhile.query('begin');
    await meanwhile.query(`select from ${found.parts} where id = $1 for update`, [found.going]);
    const responses = [];
    for (const [index, request] of requests.entries()) {
      responses.push(request(found));
      await eventually(async () => expect(await meanwhile.waiting()).toBe(index + 1));
    }
    await meanwhile.query('commit');
    return (await Promise.all(responses)).map(({ status }) => status);
  };

  it('moves a task that entered the status first', async () => {
    const found = await placeTask();
    expect(await inTurn(found, enter, takeAway)).toEqual([200, 204]);
    const { body } = await ada.get(`/tasks/${found.task}`);
    const statuses = (await ada.get(`/projects/${found.project}/statuses`)).body.data as { id: string; name: string }[];
    expect(statuses.find(({ id }) => id === body.status_id)!.name).toBe('In Progress');
    expect(await astray()).toEqual([]);
  });

  it('moves a task that entered a section first', async () => {
    const found = await withSection();
    expect(await inTurn(found, enter, takeAway)).toEqual([200, 204]);
    expect((await ada.get(`/tasks/${found.task}`)).body.section_id).toBeNull();
  });

  it.each([
    ['moved into the status', placeTask, enter],
    ['made in the status', placeTask, start],
    ['moved into the section', withSection, enter],
    ['made in the section', withSection, start],
  ])('refuses a task that is %s afterwards', async (_, arrange, write) => {
    const found = await arrange();
    expect(await inTurn(found, takeAway, write)).toEqual([204, 422]);
    expect(await astray()).toEqual([]);
  });

  it('keeps the category after a task entered, and applies a new one to later tasks', async () => {
    const [first, late] = [await placeTask(), await placeTask('completed')];
    expect(await inTurn(first, enter, recategorize)).toEqual([200, 409]);
    expect(await inTurn(late, recategorize, enter)).toEqual([200, 200]);
    expect((await ada.get(`/tasks/${late.task}`)).body).toMatchObject({ status_id: late.going, completed_at: null });
    expect(await astray()).toEqual([]);
  });

  it('leaves another status of its category for a task that is completed afterwards', async () => {
    const found = await placeTask('completed');
    const { data } = (await ada.get(`/projects/${found.project}/statuses`)).body;
    const [first, other] = (data as { id: string; category: string }[]).filter(
      ({ category }) => category === 'completed',
    );
    const complete = ({ task }: PlacedTask) => ada.post(`/tasks/${task}/complete`);
    expect(await inTurn({ ...found, going: first!.id }, takeAway, complete)).toEqual([204, 200]);
    expect((await ada.get(`/tasks/${found.task}`)).body.status_id).toBe(other!.id);
    expect(await astray()).toEqual([]);
  });

  it.each(['started', 'completed', 'canceled'])(
    'leaves no task without a status, in any order: %s',
    async (category) => {
      for (let round = 0; round < 6; round++) {
        const found = await placeTask(category);
        const recurring = { title: 'x', project_id: found.project, due_date: '2030-01-01', rrule: 'FREQ=DAILY' };
        const again = { ...found, task: (await ada.post('/tasks', recurring)).body.id as string };
        const elsewhere = { ...found, task: (await ada.post('/tasks', { title: 'x' })).body.id as string };
        const responses = await Promise.all([
          ...[start, enter, start].map((write) => write(found)),
          enter(again),
          ada.post(`/tasks/${elsewhere.task}/move`, { project_id: found.project }),
          takeAway(found),
          start(found),
          ada.post(`/tasks/${found.task}/complete`),
        ]);
        expect(responses[5]!.status).toBe(204);
        for (const { status } of responses) expect([200, 201, 204, 409, 422]).toContain(status);
        expect(await astray()).toEqual([]);
      }
    },
  );

  it('assigns nobody of another tenant, however many request it concurrently', async () => {
    const ours = (await ada.get('/members')).body.data[0].id as string;
    const theirs = (await other.get('/members')).body.data[0].id as string;
    const { task, project: project_id } = await placeTask();
    const request = (assignee_id: string) => [
      ada.post('/tasks', { title: 'x', assignee_id }),
      ada.post('/tasks', { title: 'x', assignee_id, project_id }),
      ada.patch(`/tasks/${task}`, { assignee_id }),
    ];
    const rounds = Array.from({ length: 8 }, () => [...request(theirs), ...request(ours)]);
    const responses = (await Promise.all(rounds.flat())).map(({ status }) => status);
    expect(responses).toEqual(rounds.flatMap(() => [422, 422, 422, 201, 201, 200]));
    expect(await asOwner('select id from tasks where assignee_id = $1', [theirs])).toEqual([]);
  });

  /** Locks the project until both requests wait: first the one, then the other. */
  const oneBehindTheOther = async (project: string, ...requests: (() => Promise<{ status: number }>)[]) => {
    const before = await deadlocks(world);
    const responses = await inTurn({ project, parts: 'projects', going: project }, ...requests);
    expect(await deadlocks(world)).toBe(before);
    return responses;
  };
  /** Completes a new task of the project that gets a successor. */
  const completing = async (project_id: string, fields: object = {}) => {
    const followed = { due_at: new Date().toISOString(), rrule: 'FREQ=DAILY' };
    const { id } = (await ada.post('/tasks', { title: 'x', project_id, ...followed, ...fields })).body;
    return () => ada.post(`/tasks/${id}/complete`);
  };

  it.each([
    ['status', placeTask],
    ['section', withSection],
  ])('causes no deadlock with a recurring task that is completed: a %s', async (_, arrange) => {
    const found = await arrange();
    const complete = await completing(found.project, into(found));
    expect(await oneBehindTheOther(found.project, () => takeAway(found), complete)).toEqual([204, 200]);
  });

  it('causes no deadlock with a task that waits for its project: the status that it enters', async () => {
    const { project } = await placeTask('completed');
    const { data } = (await ada.get(`/projects/${project}/statuses`)).body;
    const going = (data as { id: string; category: string }[]).find(({ category }) => category === 'completed')!.id;
    const takeDoneAway = () => takeAway({ project, parts: 'statuses', going });
    expect(await oneBehindTheOther(project, takeDoneAway, await completing(project))).toEqual([204, 200]);
    expect(await astray()).toEqual([]);
  });

  it('causes no deadlock with a task that waits for its project: a new key', async () => {
    const { project } = await placeTask();
    const rename = () => ada.patch(`/projects/${project}`, { identifier: 'NEW' });
    expect(await oneBehindTheOther(project, rename, await completing(project))).toEqual([200, 200]);
  });

  it('causes no deadlock between two deletions and a task that moves from one to the other', async () => {
    const found = await placeTask();
    const { project, task } = found;
    const from = (await ada.post(`/projects/${project}/statuses`, { name: 'From', category: 'started' })).body.id;
    await ada.patch(`/tasks/${task}`, { status_id: from });
    const before = await deadlocks(world);
    await meanwhile.query('begin');
    await meanwhile.query('select from statuses where id = $1 for update', [found.going]);
    const first = takeAway(found);
    await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
    await meanwhile.query('update tasks set status_id = $1 where id = $2', [found.going, task]);
    const second = takeAway({ ...found, going: from });
    await eventually(async () => expect(await meanwhile.waiting()).toBe(2));
    await meanwhile.query('commit');
    expect([(await first).status, (await second).status]).toEqual([204, 204]);
    expect(await deadlocks(world)).toBe(before);
    expect(await astray()).toEqual([]);
  });
});
