/** What holds for every operation, in Markdown. */
export const about = `
Tasks, projects, notes, contacts and agent runs of many tenants, over JSON. New here? [Getting started](/docs/getting-started) takes five minutes; all [guides](/docs/guides): [rights](/docs/rights), [lists and repeats](/docs/lists-and-repeats), [errors](/docs/errors), [links in notes](/docs/links), [recurring tasks](/docs/recurrence), [cron](/docs/cron), [input templates](/docs/input-templates), [receiving webhooks](/docs/webhooks).

**Authentication.** Send \`Authorization: Bearer <API key>\`. A record of another tenant, or one you may not see, answers like a missing one.

**Fields.** Names are snake_case. Ids are UUIDs, instants RFC 3339 in UTC, dates \`YYYY-MM-DD\`. Every field of a record is always present, \`null\` where there is none; answers may gain fields. A field that an operation does not know is refused. In PATCH an absent field stays as it is and \`null\` clears it. An object given for free JSON, such as \`metadata\`, is merged into what is there by the same rule, member by member (RFC 7396).

**Lists.** A page is \`{data, has_more, next_cursor}\`, newest first. Pass \`next_cursor\` back as \`cursor\`, with the same filters, until \`has_more\` is false.

**Repeats.** With an \`Idempotency-Key\` a POST or PATCH can be sent again safely for 24 hours.

**Limits.** \`RateLimit-Policy\` and \`RateLimit\` tell what is left; beyond it the answer is 429 with \`Retry-After\`. Bodies have up to 256 KiB where an operation says nothing else.

**Problems.** Every failure is \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`type\` is the address of a page that explains it. A method that an address does not have answers 405 with \`Allow\`.
`.trim();
