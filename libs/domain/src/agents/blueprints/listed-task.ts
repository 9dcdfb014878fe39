/** A task as its view shows it, as far as blueprints look at it. */
export interface ListedTask {
  id: string;
  title: string;
  identifier: string | null;
  priority: string;
  due_at: string | null;
  due_date: string | null;
  snoozed_until: string | null;
  completed_at: string | null;
  updated_at: string;
}

/** A mention that the backlinks of the task show: `@[WEB-12 Title](mention://task/…)`. */
export function mention({ id, title, identifier }: ListedTask): string {
  const text = [identifier, title]
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');
  return `@[${text}](mention://task/${id})`;
}
