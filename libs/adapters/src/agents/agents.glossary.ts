import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const agentsGlossary = glossary(`
agent_kind | The slug of the blueprint; the same as agent_blueprint. | "echo"
agent_blueprint | The slug of the blueprint that the run was started from: what stands as {blueprint} or {kind} in the paths. | "echo"
blueprint | The slug of the blueprint, such as echo: see \`GET /agents\`. | "echo"
kind | The slug of the blueprint: the same as {blueprint} in the other paths. | "echo"
AgentRun.status | Where the run stands: queued, running, or ended for good as succeeded, failed or cancelled. | "succeeded"
input | What the run works on: JSON that fits the blueprint's input_schema. Every built-in blueprint takes an object. | {"message": "hello", "delay_ms": 1000}
output | What the run made: JSON that fits the blueprint's output_schema; null until it has succeeded. | {"message": "hello", "attempt": 1, "steps": []}
run_at | The run is not started before this instant. |
deadline_at | The run fails with deadline_exceeded when it has not ended by then; null for none. |
AgentRun.attempt | How often the run was begun, from 1; 0 while it waits for the first time. | 1
consecutive_failures | Tries that failed in a row; the next one waits 10 s, then three times as long each time, at most 5 minutes. | 0
budget_usd_cents | What the run may spend on models, in US cents; null for no bound. A run fails with budget_exceeded before it goes beyond. |
cost_usd_cents | What the models cost so far, in US cents, rounded up; it is counted in millionths of a dollar. | 0
platform_fee_cents | The operator's fee on the cost, in US cents, set when the run ends; 0 when the failure was Tandem's own. | 0
failure_category | Why the run failed, for programs; null unless it did. |
failure_detail | Why the run failed, in words, at most 2,000 characters; secrets are masked. |
content_hidden | True where \`input\`, \`output\` and \`failure_detail\` are null because the run could read more than you may. | false
schedule_id | The schedule it was started for, by time or by trigger; null for none, or once that was deleted. |
member_id | The member it works for; null for none. |
started_at | When the first attempt began; null while the run waits for it. | "2026-11-21T09:30:00.210Z"
finished_at | When the run ended; null until then. | "2026-11-21T09:30:01.240Z"
run_id | The run that the step belongs to. |
AgentRunStep.name | What was done; names the same step in every attempt, so that it is not done twice. | "write the note"
AgentRunStep.number | Its place among the steps of the run, from 1. | 2
AgentRunStep.kind | operation is one of this API, app_call a tool of a connected app, model a question to a model, code the blueprint's own. | "operation"
AgentRunStep.operation | The operation or tool; null for the other kinds. | "create_note"
AgentRunStep.arguments | What it was called with; secrets are masked, and beyond 16 KiB it is the beginning of the JSON text. | {"title": "Task digest 2026-11-21"}
AgentRunStep.error | Why a rule of the workspace refused it; null unless one did. |
AgentRunStep.usage | Tokens that the model counted; null for the other kinds. |
AgentRunStep.cost_usd_micros | What it cost, in millionths of a US dollar. | 0
AgentRunStep.truncated | True when arguments or result were too long to be shown whole. | false
AgentRunStep.started_at | When it began. |
AgentRunStep.finished_at | When it was done or refused; null until then. |
AgentRunStep.status | open is a call to the outside world whose answer is not known (yet); done is done; failed was refused by a rule of the workspace. | "done"
AgentRunStep.result | What came of the step, shown like the arguments: any JSON, null when there is nothing to tell. | {"note_id": "019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa"}
AgentRunStep.attempt | The attempt of the run that did it, from 1. | 1
Blueprint.slug | Names the blueprint in paths and schedules. | "task-digest"
Blueprint.version | Changes when the blueprint behaves otherwise. | "1.0.0"
Blueprint.title | A few words for people. | "Write a note on what is due, overdue, waking and done"
available | True when a run of it can be started now. | true
unavailable_reason | Why not: no_key of a provider of models is stored, no_model is named and the provider has no usual one, or the one named is of an unknown_provider. |
engine | code runs without a model, llm asks one: that needs an integration key of the tenant. | "code"
input_schema | JSON Schema of the input of a run, and of what input_template of a schedule must become. | {"type": "object", "properties": {"since": {"type": "string", "format": "date-time"}}}
output_schema | JSON Schema of the output of a run. | {"type": "object", "properties": {"note_id": {"type": "string", "format": "uuid"}}, "required": ["note_id"]}
tools | The operations that the agent may use: their names, domain:read or domain:write for all of a domain, or * for all that agents may use. | ["create_note"]
effects | read changes nothing in the workspace, write does. | "write"
access | The scopes a run makes use of; what the one who starts it may not do, the run may not do either. | ["tasks:read", "notes:write"]
max_attempts | How often a run is tried before it fails. | 3
default_deadline_seconds | Seconds a run has where neither request nor schedule says. | 300
default_budget_usd_cents | US cents a run may spend on models where neither request nor schedule says; null for no bound. |
Blueprint.model | The model it asks, as provider/model, where the blueprint names one; null otherwise. |
AgentRun.model | The model it asks, as provider/model; null for the engine code. |
instructions | What the model is told; null for the engine code. |
max_steps | How many rounds the model gets; null for the engine code. |
`);

export const agentsProblems = problemCodes(`
created_at_taken      | 409 | Created at taken | Two runs began in the same microsecond. | Repeat the request.
run_already_terminal  | 409 | Run already terminal | The run has ended; run_status says how. It was not changed. | Nothing: there is nothing left to cancel.
run_not_failed        | 409 | Run not failed | The run has not failed. | Read the run again.
run_not_queued        | 409 | Run not queued | The run is no longer waiting. | Read the run again.
run_not_running       | 409 | Run not running | The run is not being worked on. | Read the run again.
blueprint_unavailable | 422 | Blueprint unavailable | The blueprint asks a model, and there is none to ask; unavailable_reason says why: no_key, no_model or unknown_provider. | Store the key of a provider of models with PUT /integration-keys/{provider}, or name another model as provider/model.
`);
