import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const schedulesProblems = problemCodes(`
time_taken         | 409 | Time taken | The schedule already has a tick for this instant. | Retry the request.
run_id_taken | 409 | Run id taken
  | The run already belongs to a tick of a schedule. | List the ticks of the schedule.
too_many_hands | 409 | Too many hands
  | The schedule already acts for the maximum number of members and API keys. | Create a new schedule.
too_many_schedules | 409 | Too many schedules
  | The tenant has reached its maximum number of schedules, which limit reports.
  | Delete a schedule that is no longer needed.
`);
