import { glossary } from '@tandem/platform/view/glossary';

export const eventsGlossary = glossary(`
type | What happened, such as task.completed: see \`GET /event-types\`. | "task.created"
Event.timestamp | When it happened, in UTC. | "2026-11-21T09:30:00.000Z"
sequence | Number of the event within its tenant, without gaps, in the order of commits; null for the instant until it is given. | 42
Event.channels | Where the event can be listened to: its domain, and project_<id>, notebook_<id> or agent_<blueprint> where one applies. | ["tasks"]
Event.data | The record the event is about, as it was right after it: the schema of its type is in \`GET /event-types\`. | {"id": "019ab1c2-2c26-7b46-8b68-ffc68ff99b45", "title": "Write the launch post"}
action | What was done: an event type, or one that no webhook carries, such as auth.denied. | "task.created"
actor_id | Who did it: the id of a member, key or run, or a word such as system. | "019ab1c2-0b7a-7f3c-8c55-9f4f6f1d2a10"
actor_type | What actor_id names: member, api_key, agent, system, invitation or operator. | "member"
AuditEntry.metadata | What changed, as \`{changes: {field: {from, to}}}\`, with request_id and the like; of what was done over MCP also via, tool and client, which is what the program says of itself; secrets are masked, at most 16 KiB. | {"request_id": "req-7d41", "changes": {"priority": {"from": "none", "to": "high"}}}
ip_address | Where the request came from; null for what no request caused. | "192.0.2.10"
resource_id | The record it was done to; null where there is none. | "019ab1c2-2c26-7b46-8b68-ffc68ff99b45"
resource_type | What resource_id names, such as task. | "task"
user_agent | The User-Agent header of the request, cut to a sane length; null for none. | "curl/8.5.0"
EventType.schema | JSON Schema (2020-12) of \`data\` of such an event, complete in itself. | {"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}}, "required": ["id"]}
`);
