import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const appsGlossary = glossary(`
slug | Names the app in paths: lower-case letters, digits and hyphens, unique in the tenant. | "billing"
App.name | What people call the app. | "Billing"
url | Address of the MCP server (streamable HTTP). Another host clears the stored token. | "https://mcp.example.com/mcp"
App.auth | How Tandem shows itself to the app. | {"type": "bearer", "has_token": true}
auth | How Tandem shows itself to the app. | {"type": "bearer", "token": "mcp_3f9c1e77a0"}
auth.type | none, or bearer: the token goes along as \`Authorization: Bearer\`. | "bearer"
has_token | Whether a token is stored; the token itself is never shown. | true
token | The token for bearer; absent keeps the one that is stored. | "mcp_3f9c1e77a0"
reachable | Whether the last probe could list all tools; null before the first. | true
last_probed_at | When the last probe ended; null before the first. | "2026-11-21T09:30:00.000Z"
last_probe_reason | Why the last probe failed; null when it did not. |
app_id | The app that offers the tool. |
AppTool.name | Name of the tool, as the app gives it. | "find_invoice"
name | What people call it. | "Billing"
AppTool.is_read_only | True where a member said, when accepting it, that the tool changes nothing; the app's own annotations are not believed. | false
read_only | Your word that the tool, as it is now, changes nothing: agents may then call it without asking, and again after a crash. Left out, it stays as it was, and is false for a definition that changed. | true
AppTool.title | Title of the tool, as the app gives it; null if none. | "Find an invoice"
AppTool.description | What the tool does, in the app's own words; null if none. | "Finds an invoice by its number."
input_schema | JSON Schema of the tool's arguments, as the app gives it. | {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]}
output_schema | JSON Schema of the tool's result, as the app gives it; null if none. |
annotations | What the app says of the tool's behaviour; null if nothing. Tandem takes it for a hint and believes none of it. | {"readOnlyHint": true}
definition_hash | SHA-256 of the definition as it is now, in hex; send it when you accept the tool, so that you accept what you looked at. | "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
is_quarantined | True while the definition differs from the one that was accepted: agents do not get the tool. | false
AppProbeResult.last_probed_at | When this probe ended. | "2026-11-21T09:30:00.000Z"
AppProbeResult.reachable | True when all tools could be listed. | true
tools_discovered | Tools the app offers; 0 when the probe failed. | 3
tools_added | Tools that were not there before. | 1
tools_removed | Tools that are not offered any more. | 0
tools_changed | Tools whose definition changed: they are in quarantine until somebody accepts them. | 0
reason | Why the probe failed; null when it did not. |
`);

export const appsProblems = problemCodes(`
tool_changed    | 409 | Tool changed | The tool is no longer what you looked at. | Read the tool again, then accept it.
too_many_probes | 429 | Too many probes | Two apps of the tenant are being probed already, or eight of all tenants by this server. | Wait the seconds of Retry-After, then probe again.
`);
