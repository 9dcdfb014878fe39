import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const appsProblems = problemCodes(`
tool_changed    | 409 | Tool changed | The tool changed after you looked at it. | Fetch the tool again, then accept it.
too_many_probes | 429 | Too many probes
  | Two apps of the tenant, or eight of all tenants on this server, are already being probed.
  | Wait for the time in Retry-After, then probe again.
`);
