import { expect } from '@jest/globals';
import type { Caller } from '@tandem/testing/world';

export interface Listed {
  id: string;
  title: string;
  position: number;
  priority: string;
  due_at: string | null;
  due_date: string | null;
  created_at: string;
  updated_at: string;
  label_ids: string[];
}

export const ranks = ['none', 'low', 'medium', 'high', 'urgent'];
export const titles = [
  'apple',
  'Äpfel',
  'Zebra',
  'zebra',
  'Ångström',
  'über',
  'Uhr',
  '日本',
  'ß',
  'a',
  'A',
  '10',
  '9',
  'été',
];
export const random = <T>(among: readonly T[]) => among[Math.floor(Math.random() * among.length)]!;
const collate = new Intl.Collator('und').compare;

/** Midnight after a date in UTC; the tenant of the test keeps that zone. */
export const dueOf = ({ due_at, due_date }: Listed) =>
  due_at ? Date.parse(due_at) : due_date ? Date.parse(due_date) + 86_400_000 : Infinity;

const keys: Record<string, (a: Listed, b: Listed) => number> = {
  created_at: (a, b) => b.created_at.localeCompare(a.created_at),
  updated_at: (a, b) => b.updated_at.localeCompare(a.updated_at),
  due: (a, b) => (dueOf(a) === dueOf(b) ? 0 : dueOf(a) - dueOf(b)),
  '-due': (a, b) => {
    const [first, second] = [a, b].map((task) => (dueOf(task) === Infinity ? -Infinity : dueOf(task)));
    return first === second ? 0 : second! - first!;
  },
  priority: (a, b) => ranks.indexOf(b.priority) - ranks.indexOf(a.priority),
  position: (a, b) => a.position - b.position,
  title: (a, b) => collate(a.title, b.title),
};

export const orders = Object.keys(keys).flatMap((name) => (/^-?due$/.test(name) ? [name] : [name, `-${name}`]));

export function expectOrder(tasks: readonly Listed[], sort: string): void {
  const compare = keys[sort] ?? ((a: Listed, b: Listed) => -keys[sort.slice(1)]!(a, b));
  for (const [index, task] of tasks.entries())
    if (index) expect([sort, task, Math.sign(compare(tasks[index - 1]!, task))]).not.toEqual([sort, task, 1]);
}

export async function allPages(by: Caller, query: string, between = async (): Promise<unknown> => undefined) {
  const found: Listed[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await by.get(`/tasks?${query}${cursor}`);
    expect([query, status]).toEqual([query, 200]);
    found.push(...(body.data as Listed[]));
    if (!body.next_cursor) return found;
    cursor = `&cursor=${body.next_cursor}`;
    await between();
  }
}
