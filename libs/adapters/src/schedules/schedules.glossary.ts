import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const schedulesGlossary = glossary(`
blueprint | The slug of the blueprint that is run, such as echo: see \`GET /agents\`. | "task-digest"
cron_expression | Five fields (minute, hour, day of month, month, day of week), or @hourly, @daily, @weekly, @monthly, @yearly: see [cron](/docs/cron). | "0 9 * * mon-fri"
timezone | IANA zone whose wall clock the expression follows, daylight saving included; the tenant's where none is given, else UTC. | "Europe/Berlin"
input_template | Input of the runs: JSON that fits the blueprint's input_schema once it is filled in, with {{scheduled_for}} and {{last_succeeded_at}} replaced: see [input templates](/docs/input-templates). | {"since": "{{last_succeeded_at}}"}
content_hidden | True where \`input_template\` is null because the runs could read more than you may. | false
enabled | False stops it. True starts it from now on and clears consecutive_failures. | true
AgentSchedule.consecutive_failures | Runs that failed in a row; five disable the schedule. | 0
disabled_reason | Why it is disabled; null while it is enabled. Because of whom it works for: owner_deactivated, key_inactive (the API key it was made with is revoked, paused or expired) or permission_denied (they may start no agents any more). |
member_id | The member it belongs to: who made it, or took it over since. Null for none. |
works_for | The members whose rights count: whose it is, and whoever changed it since. It may do what all of them may do together. |
deadline_seconds | Seconds a run has; null for the blueprint's own. |
budget_usd_cents | US cents a run may spend on models; null for the blueprint's own. |
model | The model that the runs ask, as provider/model; null for the usual one: see [models](/docs/models). |
last_enqueued_at | The newest time for which a run was started; null if none was. | "2026-11-20T08:00:00.000Z"
last_run_id | The newest run; null if there is none. |
last_succeeded_at | When a run last succeeded; null if none did. | "2026-11-20T08:00:04.310Z"
schedule_id | The schedule it belongs to. |
scheduled_for | The instant that came due, in UTC. | "2026-11-23T08:00:00.000Z"
local_time | The same instant on the schedule's wall clock, with the zone's offset. | "2026-11-23T09:00:00.000+01:00"
outcome | enqueued: a run was started. missed: found too late. skipped_overlap: a run of the schedule had not ended, at its time or triggered. triggered: started by hand. | "enqueued"
run_id | The run that was started; null where none was. | "019ab1c2-8a44-7d0e-9b1f-31c2a5d67e90"
run_status | How the run ended; null until it has. |
`);

export const schedulesProblems = problemCodes(`
time_taken         | 409 | Time taken | The schedule already has a tick for this very instant. | Repeat the request.
run_id_taken       | 409 | Run id taken | The run already belongs to a tick of a schedule. | Read the ticks of the schedule.
too_many_hands     | 409 | Too many hands | The schedule already works on behalf of as many members and API keys as it may. | Create a new schedule.
too_many_schedules | 409 | Too many schedules | The tenant has as many schedules as it may have; limit says how many. | Delete one that is no longer needed.
`);
