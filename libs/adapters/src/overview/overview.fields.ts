import type { Overview } from '@tandem/domain/overview/get-overview';
import { schemasOf, shown } from '@tandem/platform/view/fields';
import { int32, nullable, shaped } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

type Counts<Group extends keyof Overview> = NonNullable<Overview[Group]>;

/** `write` renames the counts whose names on the wire say their period. */
function counted<C extends object>(means: Record<string, string>, write: (counts: C) => object = (counts) => counts) {
  const properties = schemasOf(
    Object.fromEntries(Object.entries(means).map(([name, meaning]) => [name, shown(int32, meaning, 3)])),
  );
  return nullable(shaped({ type: 'object', properties, required: Object.keys(means) }, write));
}

export const overviewView = view<Overview>()('Overview', {
  tasks: shown(
    counted<Counts<'tasks'>>(
      {
        open: 'Open tasks, without snoozed ones.',
        overdue: 'Open tasks whose due_at, or the end of whose due_date, has passed in the time zone of the tenant.',
        due_today: 'Open tasks due later today, in the time zone of the tenant.',
      },
      ({ dueToday, ...counts }) => ({ ...counts, due_today: dueToday }),
    ),
    'Tasks that the caller sees; null without tasks:read.',
  ),
  runs: shown(
    counted<Counts<'runs'>>(
      {
        queued: 'Runs that have not started.',
        running: 'Runs at work.',
        failed_24h: 'Runs that failed in the last 24 hours.',
      },
      ({ failed, ...counts }) => ({ ...counts, failed_24h: failed }),
    ),
    'Runs of agents; null without agents:read.',
  ),
  schedules: shown(
    counted<Counts<'schedules'>>({ disabled: 'Schedules that are disabled, by a member or by Tandem.' }),
    'Schedules of agents; null without agents:read.',
  ),
  deliveries: shown(
    counted<Counts<'deliveries'>>(
      {
        pending: 'Deliveries that await their first attempt.',
        retrying: 'Deliveries that failed and will be retried.',
        exhausted_24h: 'Deliveries whose last attempt failed in the last 24 hours.',
      },
      ({ exhausted, ...counts }) => ({ ...counts, exhausted_24h: exhausted }),
    ),
    'Webhook deliveries that the caller sees; null without webhooks:read.',
  ),
  endpoints: shown(
    counted<Counts<'endpoints'>>({
      failing: 'Enabled webhook endpoints that have failed since their last success, held ones included.',
      disabled: 'Webhook endpoints that are disabled, by a member or by Tandem.',
    }),
    'Webhook endpoints; null without webhooks:read.',
  ),
  tools: shown(
    counted<Counts<'tools'>>({ quarantined: 'Tools of apps that changed and await acceptance.' }),
    'Tools of apps; null without apps:read.',
  ),
});
