import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const webhooksGlossary = glossary(`
endpoint_id | The endpoint it goes to. |
event_id | The event that is delivered: what the receiver sees as webhook-id. |
event_type | The type of the event. | "task.created"
sequence | Number of the event within its tenant, without gaps. | 42
WebhookDelivery.status | pending, in_flight, retrying; or ended as succeeded, exhausted (no try left) or skipped (nobody wants it any more). | "succeeded"
attempt_count | Tries so far. | 1
next_attempt_at | When the next try is due; null when none is. |
last_attempt_at | When the last try began; null before the first. | "2026-11-21T09:30:01.120Z"
completed_at | When it ended, one way or the other; null until then. | "2026-11-21T09:30:01.480Z"
http_status | Status of the last answer; null where none came. | 200
error_message | Why the last try failed; null when it did not. invalid_response is no failure: the answer was a 2xx, and only its body was cut off, malformed or endless. |
is_recovered | True when it was made by recovering missed events. | false
delivery_id | The delivery it is a try of. |
attempt | Number of the try, from 1. | 1
started_at | When the try began. | "2026-11-21T09:30:01.120Z"
finished_at | When the answer was there, or given up; null while it runs. | "2026-11-21T09:30:01.480Z"
response_time_ms | How long the answer took, in milliseconds. | 360
response_body | The first 16 KiB of what the endpoint answered; null for nothing. | "ok"
recovered | Deliveries that were made, or with dry_run would be. | 12
WebhookRecovery.has_more | True when more than 10,000 were missed: call again. | false
url | Where events are sent: https, at a public address. | "https://example.com/hooks"
description | What it is for; null for none. | "Mirrors tasks into the warehouse."
event_types | Only events of these types, such as task.created, or task.* for the family; null for all. | ["task.*"]
channels | Only events on one of these channels, such as tasks, project_<id>, notebook_<id> or agent_<blueprint>; null for all. |
member_id | The member who gave the address, or took it over since: the endpoint is told what they may read. Null for none. |
is_enabled | False stops it: what happens meanwhile is not sent, and can be recovered. | true
disabled_at | When it was disabled; null while it is enabled. |
disabled_reason | Why it is disabled: by hand, because the receiver answered 410 (gone), or after failing for days; or because of whom it belongs to: owner_deactivated, key_inactive (the API key it was made with is revoked, paused or expired) or permission_denied (they may have none any more). Null while it is enabled. |
WebhookEndpointWithSecret.signing_secret | What deliveries are signed with, shown this once: see [verifying webhooks](/docs/webhooks). | "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
WebhookEndpoint.signing_secret | Always null: the secret is in the answers of create and rotate only. |
success | Whether the endpoint answered with 2xx. | true
WebhookTestResult.response_time_ms | How long the answer took, in milliseconds. | 120
grace_period_seconds | Seconds for which the former secret signs too; default a day, 0 ends it at once, at most 604800 (a week). | 3600
since | Events from this instant on; at most 30 days back. | "2026-11-20T00:00:00Z"
until | Events before this instant; default now. |
dry_run | True counts and changes nothing. | true
`);

export const webhooksProblems = problemCodes(`
delivery_in_flight | 409 | Delivery in flight | The delivery is being sent right now. | Read the delivery again in a moment.
endpoint_disabled  | 409 | Endpoint disabled | The webhook endpoint is disabled, so nothing is sent to it. | Enable the endpoint first.
too_many_endpoints | 409 | Too many endpoints | The tenant has as many webhook endpoints as a tenant can have. | Delete one first.
event_taken        | 409 | Event taken | The endpoint has a delivery of this event already. | Read the deliveries of the event.
`);
