import { localTime } from '../../recurrence/wall-clock.js';

/** A task as its view shows it, as far as the digest looks at it. */
export interface ListedTask {
  id: string;
  title: string;
  identifier: string | null;
  due_at: string | null;
  due_date: string | null;
  snoozed_until: string | null;
  completed_at: string | null;
}

export interface Digest {
  date: string;
  sections: Record<'due' | 'overdue' | 'waking' | 'done', ListedTask[]>;
}

interface Found {
  open: ListedTask[];
  snoozed: ListedTask[];
  completed: ListedTask[];
}

interface Day {
  now: Date;
  since: Date;
  zone: string;
}

/** Sorts tasks into the sections of a day's digest, by the tenant's own day. */
export function digestOf({ open, snoozed, completed }: Found, { now, since, zone }: Day): Digest {
  const dateOf = (instant: string) => localTime(new Date(instant), zone).slice(0, 10);
  const date = dateOf(now.toISOString());
  const isOverdue = ({ due_at, due_date }: ListedTask) => (due_at ? new Date(due_at) < now : due_date! < date);
  const dayOf = ({ due_at, due_date }: ListedTask) => (due_at ? dateOf(due_at) : due_date);
  const withDue = open.filter((task) => task.due_at !== null || task.due_date !== null);
  return {
    date,
    sections: {
      due: withDue.filter((task) => !isOverdue(task) && dayOf(task) === date),
      overdue: withDue.filter(isOverdue),
      waking: snoozed.filter(({ snoozed_until: until }) => new Date(until!) > now && dateOf(until!) === date),
      done: completed.filter(({ completed_at: at }) => new Date(at!) >= since),
    },
  };
}

const headings = { due: 'Due today', overdue: 'Overdue', waking: 'Waking today', done: 'Done' } as const;
const mostLines = 200;

/** The digest as Markdown, a mention for each task. */
export function writeDigest({ sections }: Digest): string {
  const names = Object.keys(headings) as (keyof typeof headings)[];
  return names.map((name) => `## ${headings[name]}\n\n${lines(sections[name])}\n`).join('\n');
}

export const countsOf = ({ sections }: Digest): Record<string, number> =>
  Object.fromEntries(Object.entries(sections).map(([name, tasks]) => [name, tasks.length]));

function lines(tasks: readonly ListedTask[]): string {
  if (tasks.length === 0) return 'Nothing.';
  const shown = tasks
    .slice(0, mostLines)
    .map((task) => `- ${mention(task)}${task.due_date ? `, ${task.due_date}` : ''}`);
  const rest = tasks.length - shown.length;
  return [...shown, ...(rest ? [`- and ${rest} more`] : [])].join('\n');
}

/** A mention that the backlinks of the task show: `@[WEB-12 Title](mention://task/…)`. */
function mention({ id, title, identifier }: ListedTask): string {
  const text = [identifier, title]
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');
  return `@[${text}](mention://task/${id})`;
}
