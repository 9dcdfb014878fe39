import { describe, expect, it } from '@jest/globals';
import { countsOf, digestOf, type ListedTask, writeDigest } from './digest-sections.js';

const task = (title: string, fields: Partial<ListedTask> = {}): ListedTask => ({
  id: '01900000-0000-7000-8000-000000000001',
  title,
  identifier: null,
  dueAt: null,
  dueDate: null,
  snoozedUntil: null,
  completedAt: null,
  ...fields,
});
const titles = (tasks: ListedTask[]) => tasks.map(({ title }) => title);

describe('a task digest', () => {
  // In Auckland it is already the morning of the 22nd.
  const day = {
    now: new Date('2026-11-21T20:00:00Z'),
    since: new Date('2026-11-20T20:00:00Z'),
    zone: 'Pacific/Auckland',
  };

  it("sorts tasks by the tenant's own day", () => {
    const open = [
      task('yesterday there', { dueDate: '2026-11-21' }),
      task('today there', { dueDate: '2026-11-22' }),
      task('later today', { dueAt: new Date('2026-11-22T08:00:00.000Z') }),
      task('an hour ago', { dueAt: new Date('2026-11-21T19:00:00.000Z') }),
      task('tomorrow', { dueDate: '2026-11-23' }),
      task('whenever'),
    ];
    const snoozed = [
      task('wakes', { snoozedUntil: new Date('2026-11-22T01:00:00.000Z') }),
      task('sleeps', { snoozedUntil: new Date('2026-11-22T12:00:00.000Z') }),
    ];
    const completed = [
      task('done', { completedAt: new Date('2026-11-21T10:00:00.000Z') }),
      task('done long ago', { completedAt: new Date('2026-11-19T10:00:00.000Z') }),
    ];
    const digest = digestOf({ open, snoozed, completed }, day);
    expect(digest.date).toBe('2026-11-22');
    expect(titles(digest.sections.due)).toEqual(['today there', 'later today']);
    expect(titles(digest.sections.overdue)).toEqual(['yesterday there', 'an hour ago']);
    expect(titles(digest.sections.waking)).toEqual(['wakes']);
    expect(titles(digest.sections.done)).toEqual(['done']);
    expect(countsOf(digest)).toEqual({ due: 2, overdue: 2, waking: 1, done: 1 });
  });

  it('mentions each task and escapes its title', () => {
    const open = [task('Say [hi]\nnow', { identifier: 'WEB-12', dueDate: '2026-11-22' })];
    const text = writeDigest(digestOf({ open, snoozed: [], completed: [] }, day));
    const [line] = text.split('\n').filter((one) => one.startsWith('- '));
    expect(line).toBe('- @[WEB-12 Say \\[hi\\] now](mention://task/01900000-0000-7000-8000-000000000001), 2026-11-22');
    expect(text.match(/Nothing\./g)).toHaveLength(3);
  });
});
