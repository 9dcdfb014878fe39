import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const schedulesProblems = problemCodes(`
time_taken         | 409 | Time taken | The schedule already has a tick for this very instant. | Repeat the request.
run_id_taken | 409 | Run id taken
  | The run already belongs to a tick of a schedule. | Read the ticks of the schedule.
too_many_hands | 409 | Too many hands
  | The schedule already works on behalf of as many members and API keys as it may. | Create a new schedule.
too_many_schedules | 409 | Too many schedules
  | The tenant has as many schedules as it may have; limit says how many. | Delete one that is no longer needed.
`);
