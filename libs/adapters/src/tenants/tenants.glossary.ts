import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const tenantsGlossary = glossary(`
Tenant.name | What people call the workspace. | "Acme"
Owner.name | The name of the first member, who owns the workspace. | "Ada Lovelace"
name | What people call it. | "Acme"
slug | Names the tenant in the operator's commands; derived from the name where absent. | "acme"
timezone | IANA zone: the default of schedules and recurring tasks. | "Europe/Berlin"
default_country | ISO 3166-1 code in capitals, for phone numbers written without +49 or the like; null for none. | "DE"
settings | A JSON object for your clients; it is merged into what is there (RFC 7396). | {"week_starts_on": "monday"}
owner | The first member, who owns the workspace. |
tenant | The tenant. |
member | Who it is; null for a caller that is no member. |
member.name | What people call the member. | "Ada Lovelace"
email | The member's e-mail address. | "ada@example.com"
member.email | The member's e-mail address. | "ada@example.com"
member.role | The ceiling of what the member may do. | "owner"
Me.key | The API key that was sent; null for a token of the identity provider. |
key_hint | The beginning and the last four characters of the key. | "wsk_live_…5Zt4"
environment | live or test. | "live"
scopes | What the key may do at most. | ["*"]
rights | What the caller may really do, by domain: the lowest of role, policy and key. | {"tasks": "admin", "projects": "admin", "notes": "write"}
api_key | The first key of the owner, shown this once. | "wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4"
`);

export const tenantsProblems = problemCodes(`
request_taken | 409 | Request taken | The same request was stored at the same moment. | Repeat the request; you get the stored answer.
`);
