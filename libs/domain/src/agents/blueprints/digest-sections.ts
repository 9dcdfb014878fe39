import { localTime } from '../../recurrence/wall-clock.js';
import type { Task } from '../../tasks/task.js';
import { isOverdue } from '../../tasks/task-dates.js';

export const digestFields = ['id', 'title', 'identifier', 'dueAt', 'dueDate', 'snoozedUntil', 'completedAt'] as const;

export type ListedTask = Pick<Task, (typeof digestFields)[number]>;

export interface Digest {
  date: string;
  sections: Record<'due' | 'overdue' | 'waking' | 'done', ListedTask[]>;
}

export function digestOf(
  { open, snoozed, completed }: Record<'open' | 'snoozed' | 'completed', ListedTask[]>,
  { now, since, zone }: { now: Date; since: Date; zone: string },
): Digest {
  const dateOf = (instant: Date) => localTime(instant, zone).slice(0, 10);
  const date = dateOf(now);
  const dueOn = ({ dueAt, dueDate }: ListedTask) => (dueAt ? dateOf(dueAt) : dueDate);
  return {
    date,
    sections: {
      due: open.filter((task) => dueOn(task) === date && !isOverdue(task, now, zone)),
      overdue: open.filter((task) => isOverdue(task, now, zone)),
      waking: snoozed.filter(({ snoozedUntil: until }) => until! > now && dateOf(until!) === date),
      done: completed.filter(({ completedAt }) => completedAt! >= since),
    },
  };
}

const headings = { due: 'Due today', overdue: 'Overdue', waking: 'Waking today', done: 'Done' } as const;
const maxLines = 200;

export function writeDigest({ sections }: Digest): string {
  const names = Object.keys(headings) as (keyof typeof headings)[];
  return names.map((name) => `## ${headings[name]}\n\n${lines(sections[name])}\n`).join('\n');
}

export const countsOf = ({ sections }: Digest): Record<string, number> =>
  Object.fromEntries(Object.entries(sections).map(([name, tasks]) => [name, tasks.length]));

function lines(tasks: readonly ListedTask[]): string {
  if (tasks.length === 0) return 'Nothing.';
  const shown = tasks.slice(0, maxLines).map((task) => `- ${mention(task)}${task.dueDate ? `, ${task.dueDate}` : ''}`);
  const rest = tasks.length - shown.length;
  return [...shown, ...(rest ? [`- and ${rest} more`] : [])].join('\n');
}

/** Produces `@[WEB-12 Title](mention://task/…)`, which the backlinks of the task include. */
function mention({ id, title, identifier }: ListedTask): string {
  const text = [identifier, title]
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');
  return `@[${text}](mention://task/${id})`;
}
