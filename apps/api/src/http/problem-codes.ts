/** What a caller should know about a problem's code: it is served as a page and stands in the OpenAPI document. */
export interface ProblemCode {
  /** Usually one. */
  statuses: readonly number[];
  title: string;
  meaning: string;
  remedy: string;
}

/** Every code a problem can carry, one line each: code, status, title, what it means, what to do. */
const table = `
malformed_request      | 400 | Malformed request | The request is not well formed. | Check the address and the headers for broken escapes.
malformed_json         | 400 | Malformed JSON | The body is not JSON. | Send one JSON object in UTF-8.
json_too_deep          | 400 | JSON too deep | The JSON of the body is nested deeper than 32 levels. | Flatten the value, or store it elsewhere and send a reference.
json_too_large         | 400 | JSON too large | The JSON of the body holds more than 10,000 values. | Split the request.
invalid_text           | 400 | Invalid text | A text holds a NUL character or half of a surrogate pair. | Remove the character; send valid Unicode.
invalid_id             | 400 | Invalid id | An id in the path is none: ids are UUIDs such as 0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b, slugs are lower-case words. | Take the id as an earlier answer gave it.
invalid_parameter      | 400 422 | Invalid parameter | A parameter of the address is unknown, repeated or has a value that is not accepted. | Look at errors: each entry names a parameter.
invalid_cursor         | 400 | Invalid cursor | The cursor was not made by this list with these filters. | Pass next_cursor back unchanged, with the same filters; or start again without a cursor.
invalid_header         | 400 | Invalid header | A request header has a value that is not accepted. | Look at errors: each entry names a header.
invalid_number         | 400 | Invalid number | A number of the body is larger than JSON implementations can hold. | Send it as a text, or a smaller number.
unauthenticated        | 401 | Unauthenticated | The request carries no valid token: it is missing, unknown, revoked or malformed. | Send the header Authorization: Bearer followed by an API key; routes under /tenants take the operator's token, OPERATOR_TOKEN.
api_key_expired        | 401 | API key expired | The API key was valid once and has expired. | Rotate the key or create a new one.
insufficient_scope     | 403 | Insufficient scope | You may see this, but not do it. The member scope names the right that is missing. | Use a key with that scope, or ask an administrator for the right.
test_key               | 403 | Test key | A test key may not do this. | Use a live key.
exceeds_creator        | 403 | Exceeds creator | The key would have more rights than you have yourself. | Ask for fewer scopes, or let somebody with these rights do it.
exceeds_own_rights     | 403 | Exceeds own rights | Nobody can grant more than they may do themselves. | Grant less, or let somebody with these rights do it.
read_only              | 403 | Read only | The connection is for reading alone: the address of the MCP server says read_only=true. | Connect without read_only=true, if that is meant to be allowed.
origin_not_allowed     | 403 | Origin not allowed | The header Origin or Host names a place that this server does not serve over MCP. | Call the server by its own address; the operator names origins of web pages in CORS_ORIGINS.
not_found              | 404 | Not found | There is no such record, or you may not see it. | Check the id and the tenant of your key; the detail lists what there is where that is a closed list.
invitation_not_found   | 404 | Invitation not found | No invitation has this code. | Check that the code was copied whole, or ask for a new invitation.
method_not_allowed     | 405 | Method not allowed | The address exists, but not with this method. The header Allow lists the methods it has. | Use one of them.
not_acceptable         | 406 | Not acceptable | The header Accept excludes application/json, and there is no other form. | Accept application/json.
idempotency_in_progress | 409 | Idempotency in progress | A request with this Idempotency-Key is still running. | Repeat the request after the seconds of Retry-After; you get the stored answer.
identifier_taken       | 409 | Identifier taken | Another record has, or once had, this identifier. | Choose another identifier.
slug_taken             | 409 | Slug taken | Another record already has this slug. | Choose another slug.
email_taken            | 409 | E-mail taken | Another record already has this e-mail address. | Use the record that has it, or another address.
domain_taken           | 409 | Domain taken | The member already has a policy for this domain. | Send one policy for each domain.
category_taken         | 409 | Category taken | Another record already has this category. | Read the list again and repeat the change.
default_taken          | 409 | Default taken | Another record became the default at the same moment. | Read the records again and repeat the change.
provider_taken         | 409 | Provider taken | A key of this provider was stored at the same moment. | Repeat the request.
channel_taken          | 409 | Channel taken | Another contact has this channel; existing_contact_id names it. | Use that contact, or merge the two.
vcard_uid_taken        | 409 | vCard UID taken | Another contact already has this vcard_uid. | Use that contact, or merge the two.
already_merged         | 409 | Already merged | These two are one contact already. | Nothing: it is done.
too_many_channels      | 409 | Too many channels | The contact has as many channels as a contact can have. | Remove one first.
default_required       | 409 | Default required | There is always one default. | Make another record the default; this one then no longer is.
too_many_stages        | 409 | Too many stages | The pipeline has as many stages as a pipeline can have. | Remove one first.
display_order_taken    | 409 | Display order taken | Another stage of the pipeline took this place at the same moment. | Read the pipeline again and repeat the change.
open_stage_required    | 409 | Open stage required | A pipeline keeps at least one open stage. | Add another open stage first.
member_exists          | 409 | Member exists | Somebody with this e-mail address is a member already. | Change the rights of that member instead.
invitation_claimed     | 409 | Invitation claimed | The invitation has been claimed already. | Use the key that the claim gave, or ask for a new invitation.
invitation_revoked     | 409 410 | Invitation revoked | The invitation was taken back. | Ask for a new invitation.
invitation_expired     | 410 | Invitation expired | The invitation's time is over. | Ask for it to be sent again.
link_taken             | 409 | Link taken | The task has this link already. | Read the links of the task.
name_taken             | 409 | Name taken | Another record already has this name. | Choose another name.
created_at_taken       | 409 | Created at taken | Two runs began in the same microsecond. | Repeat the request.
time_taken             | 409 | Time taken | The schedule already has a tick for this very instant. | Repeat the request.
run_id_taken           | 409 | Run id taken | The run already belongs to a tick of a schedule. | Read the ticks of the schedule.
owner_lost             | 409 | Owner lost | The schedule or webhook endpoint stopped because a member or API key it works for lost the right to it; reason says how: the member was deactivated, the API key was revoked, paused or expired, or the right was taken away. | Let the member it belongs to or an administrator enable it: it is theirs from then on.
too_many_hands         | 409 | Too many hands | The schedule already works on behalf of as many members and API keys as it may. | Create a new schedule.
too_many_schedules     | 409 | Too many schedules | The tenant has as many schedules as it may have; limit says how many. | Delete one that is no longer needed.
date_taken             | 409 | Date taken | There is already a record of this date. | Read that record.
request_taken          | 409 | Request taken | The same request was stored at the same moment. | Repeat the request; you get the stored answer.
project_not_empty      | 409 | Project not empty | The project has tasks that are not deleted; tasks says how many, counted to 1,000. | Archive the project, or move or delete its tasks first.
project_archived       | 409 | Project archived | The project is archived, so nothing in it can be changed. | Unarchive the project first.
status_is_default      | 409 | Status is default | New tasks start in this status, so it cannot go. | Make another status the default first.
last_of_category       | 409 | Last of category | Each category keeps a status, since actions such as complete lead to one. | Add another status of the category first.
status_in_use          | 409 | Status in use | Tasks are in this status, so its category cannot change. | Move the tasks first, or add a new status.
task_completed         | 409 | Task completed | The task is completed, so this cannot be done. | Reopen the task first.
task_canceled          | 409 | Task canceled | The task is canceled, so this cannot be done. | Reopen the task first.
task_not_recurring     | 409 | Task not recurring | The task has no rrule, so there is no next occurrence to go to. | Give the task an rrule, or change its dates.
series_ended           | 409 | Series ended | The series of the task has no occurrence after this one. | Complete the task, or give it another rrule.
series_continues_elsewhere | 409 | Series continues elsewhere | A task before this one in its series was reopened, so the series goes on there. | Use the task that the series stands at now.
project_deleted        | 409 | Project deleted | The project in which the deleted task stood is deleted too. | Make a new task.
no_longer_fits         | 409 | No longer fits | Where the deleted task stood, others were moved meanwhile: coming back it would nest too deep, or below itself. | Move the tasks around it first.
default_notebook       | 409 | Default notebook | The default notebook cannot be deleted or lose its place without a successor. | Make another notebook the default first.
api_key_revoked        | 409 | API key revoked | The API key has been revoked for good. | Create a new API key.
last_owner             | 409 | Last owner | A tenant keeps at least one active owner. | Make another member an owner first.
run_already_terminal   | 409 | Run already terminal | The run has ended; run_status says how. It was not changed. | Nothing: there is nothing left to cancel.
run_not_failed         | 409 | Run not failed | The run has not failed. | Read the run again.
run_not_queued         | 409 | Run not queued | The run is no longer waiting. | Read the run again.
run_not_running        | 409 | Run not running | The run is not being worked on. | Read the run again.
delivery_in_flight     | 409 | Delivery in flight | The delivery is being sent right now. | Read the delivery again in a moment.
endpoint_disabled      | 409 | Endpoint disabled | The webhook endpoint is disabled, so nothing is sent to it. | Enable the endpoint first.
too_many_endpoints     | 409 | Too many endpoints | The tenant has as many webhook endpoints as a tenant can have. | Delete one first.
event_taken            | 409 | Event taken | The endpoint has a delivery of this event already. | Read the deliveries of the event.
number_taken           | 409 | Number taken | Another record took this number at the same moment. | Repeat the request.
note_changed           | 409 | Note changed | The note was changed after if_updated_at. It was not changed again. | Read the note again, and repeat the change on what it is now.
tool_changed           | 409 | Tool changed | The tool is no longer what you looked at. | Read the tool again, then accept it.
request_timeout        | 408 | Request timeout | The request did not arrive within 10 seconds, or its headers within 5. | Send it again over a connection that is fast enough.
body_too_large         | 413 | Body too large | The body is larger than this operation takes. | Send less, or split the request.
unsupported_media_type | 415 | Unsupported media type | The body is not application/json, or in an encoding that is not supported. | Send JSON with Content-Type: application/json.
invalid_body           | 422 | Invalid body | One or more values of the body are not acceptable. | Look at errors: it lists every fault with a pointer to its place.
blueprint_unavailable  | 422 | Blueprint unavailable | The blueprint asks a model, and there is none to ask; unavailable_reason says why: no_key, no_model or unknown_provider. | Store the key of a provider of models with PUT /integration-keys/{provider}, or name another model as provider/model.
url_not_allowed        | 422 | URL not allowed | The server may not call this URL: it is not https though a webhook or a secret is sent there, or its address is not public. | Use an https URL of a public address. The operator accepts http with WEBHOOK_ALLOW_HTTP=true (apps and providers on this machine need no leave), and opens private networks with OUTBOUND_ALLOW_CIDRS, for example 127.0.0.1/32 for trials on one machine.
idempotency_key_reused | 422 | Idempotency key reused | This Idempotency-Key was used within 24 hours for a request with another body. | Use a new key for each new request.
rate_limited           | 429 | Too many requests | More requests came than the limits allow. RateLimit-Policy names the limits. | Wait the seconds of Retry-After.
too_many_probes        | 429 | Too many probes | Two apps of the tenant are being probed already, or eight of all tenants by this server. | Wait the seconds of Retry-After, then probe again.
headers_too_large      | 431 | Headers too large | Address and headers together have more than 16 KiB. | Send fewer or shorter headers; put filters that long elsewhere.
internal               | 500 | Internal error | Something went wrong on our side. | Try again later; if it stays, tell the operator the request_id.
unavailable            | 503 | Unavailable | The server cannot serve this request in time: its database is away, or too much else is being done, such as other long notes being read. detail says which. | Repeat the request after the seconds of Retry-After.
`;

export const problemCodes: ReadonlyMap<string, ProblemCode> = new Map(table.trim().split('\n').map(readLine));

function readLine(line: string): [code: string, of: ProblemCode] {
  const [code, statuses, title, meaning, remedy] = line.split('|').map((cell) => cell.trim());
  return [code!, { statuses: statuses!.split(' ').map(Number), title: title!, meaning: meaning!, remedy: remedy! }];
}

/** A team's own feature may carry a code that the table does not hold: its title is made from the words. */
export function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return problemCodes.get(code)?.title ?? words.charAt(0).toUpperCase() + words.slice(1);
}
