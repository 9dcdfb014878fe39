import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const apiKeysGlossary = glossary(`
member_id | The member in whose name the key acts; it never may do more than they. |
name | What you call the key, such as the program that uses it. | "CI"
environment | live, or test: the same data with a quarter of the limits, and no invitations or budgeted runs. | "live"
scopes | What the key may do, such as tasks:write or \`*\` for everything its member may: see [rights](/docs/rights). Default: \`*\`. | ["tasks:write", "projects:read"]
is_active | False pauses the key: it is refused until this is true again. | true
key_hint | The beginning and the last four characters of the key, to recognise it by. | "wsk_live_…5Zt4"
expires_at | From then on the key is refused with api_key_expired; null for never. |
last_used_at | When the key was last used, to the minute; null if never. | "2026-11-21T10:05:00.000Z"
key | The key itself. It is shown this once; store it where secrets are stored. | "wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4"
grace_period_seconds | Seconds for which the former key works beside the new one; default a day, 0 ends it at once, at most 604800 (a week). | 3600
`);

export const apiKeysProblems = problemCodes(`
exceeds_creator | 403 | Exceeds creator | The key would have more rights than you have yourself. | Ask for fewer scopes, or let somebody with these rights do it.
api_key_revoked | 409 | API key revoked | The API key has been revoked for good. | Create a new API key.
`);
