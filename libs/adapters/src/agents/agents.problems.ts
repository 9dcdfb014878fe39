import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const agentsProblems = problemCodes(`
created_at_taken      | 409 | Created at taken | Two runs began in the same microsecond. | Repeat the request.
run_already_terminal | 409 | Run already terminal
  | The run has ended; run_status says how. It was not changed. | Nothing: there is nothing left to cancel.
run_not_failed        | 409 | Run not failed | The run has not failed. | Read the run again.
run_not_queued        | 409 | Run not queued | The run is no longer waiting. | Read the run again.
run_not_running       | 409 | Run not running | The run is not being worked on. | Read the run again.
blueprint_unavailable | 422 | Blueprint unavailable
  | The blueprint asks a model, and there is none to ask; unavailable_reason says why: no_key, no_model or
    unknown_provider.
  | Store the key of a provider of models with PUT /integration-keys/{provider}, or name another model as
    provider/model.
`);
