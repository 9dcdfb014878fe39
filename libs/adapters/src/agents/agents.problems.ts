import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const agentsProblems = problemCodes(`
created_at_taken      | 409 | Created at taken | Two runs began in the same microsecond. | Retry the request.
run_already_terminal | 409 | Run already terminal
  | The run has already ended, as run_status reports, and was not changed. | No action is needed.
run_not_failed        | 409 | Run not failed | The run has not failed. | Fetch the run again.
run_not_queued        | 409 | Run not queued | The run is no longer queued. | Fetch the run again.
run_not_running       | 409 | Run not running | The run is not running. | Fetch the run again.
blueprint_unavailable | 422 | Blueprint unavailable
  | The blueprint calls a model, and no model is available; unavailable_reason gives the cause: no_key, no_model or
    unknown_provider.
  | Store the key of a model provider with PUT /integration-keys/{provider}, or name another model as
    provider/model.
`);
