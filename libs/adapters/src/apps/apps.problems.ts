import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const appsProblems = problemCodes(`
tool_changed    | 409 | Tool changed | The tool is no longer what you looked at. | Read the tool again, then accept it.
too_many_probes | 429 | Too many probes
  | Two apps of the tenant are being probed already, or eight of all tenants by this server.
  | Wait the seconds of Retry-After, then probe again.
`);
