import type { Feature } from '@tandem/platform/feature/feature';
import { type ProblemCode, problemCodes, type ProblemCodes } from '@tandem/platform/feature/problem-codes';

const general = problemCodes(`
malformed_request | 400 | Malformed request
  | The request is not well formed. | Check the URL and the headers for broken escapes.
malformed_json         | 400 | Malformed JSON | The body is not JSON. | Send one JSON object in UTF-8.
json_too_deep | 400 | JSON too deep
  | The JSON of the body is nested more than 32 levels deep.
  | Flatten the value, or store it elsewhere and send a reference.
json_too_large | 400 | JSON too large
  | The JSON of the body contains more than 10,000 values, or a tool call more than 1,000 arguments.
  | Split the request.
invalid_text | 400 | Invalid text
  | A string contains a NUL character or an unpaired surrogate. | Remove the character; send valid Unicode.
invalid_id | 400 | Invalid id
  | An id in the path is invalid: ids are UUIDs such as 0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b, slugs lower-case words.
  | Use an id from an earlier response.
invalid_parameter | 400 422 | Invalid parameter
  | A parameter of the URL is unknown, repeated or has an invalid value.
  | See errors: each entry names a parameter.
invalid_cursor | 400 | Invalid cursor
  | The cursor was not issued by this list with these filters.
  | Pass next_cursor unchanged, with the same filters, or start over without a cursor.
invalid_header | 400 | Invalid header
  | A request header has an invalid value. | See errors: each entry names a header.
invalid_number | 400 | Invalid number
  | A number in the body is larger than JSON implementations can represent, or an integer that would lose precision;
    errors identifies it.
  | Send it as a string, or send a smaller number.
unauthenticated | 401 | Unauthenticated
  | The request has no valid token: it is missing, unknown, revoked or malformed.
  | Send the header Authorization: Bearer followed by an API key; routes under /tenants require the operator's token,
    OPERATOR_TOKEN.
api_key_expired | 401 | API key expired
  | The API key has expired. | Rotate the key or create a new one.
insufficient_scope | 403 | Insufficient scope
  | You may read this but not perform the operation, or may not read all of it. The member scope is the missing right,
    or several, separated by spaces.
  | Use a key with that scope, or ask an administrator for that right.
test_key               | 403 | Test key | Test keys cannot perform this operation. | Use a live key.
read_only | 403 | Read only
  | The connection is read-only: the URL of the MCP server contains read_only=true.
  | Connect without read_only=true, if changes should be allowed.
origin_not_allowed | 403 | Origin not allowed
  | The Origin or Host header names a site that this server does not serve over MCP.
  | Call the server by its own URL; the operator allows the origins of web pages in CORS_ORIGINS.
not_found | 404 | Not found
  | The record does not exist, or you may not see it.
  | Check the id and the tenant of your key; if the possible values are a fixed list, detail gives them.
method_not_allowed | 405 | Method not allowed
  | The path does not support this method. The Allow header lists those it supports. | Use one of them.
not_acceptable | 406 | Not acceptable
  | The Accept header excludes application/json, the only format available. | Accept application/json.
idempotency_in_progress | 409 | Idempotency in progress
  | A request with this Idempotency-Key is still in progress.
  | Retry after the time in Retry-After to get the stored response.
slug_taken             | 409 | Slug taken | Another record already has this slug. | Choose another slug.
default_taken | 409 | Default taken
  | Another record became the default at the same time. | Fetch the records again and retry the change.
name_taken             | 409 | Name taken | Another record already has this name. | Choose another name.
number_taken           | 409 | Number taken | Another record took this number at the same time. | Retry the request.
request_timeout | 408 | Request timeout
  | The request did not arrive within 10 seconds, or its headers within 5.
  | Retry over a faster connection.
body_too_large | 413 | Body too large
  | The body is larger than this operation accepts. | Send less, or split the request.
unsupported_media_type | 415 | Unsupported media type
  | The body is not application/json, or its encoding is not supported.
  | Send JSON with Content-Type: application/json.
invalid_body | 422 | Invalid body
  | One or more values in the body are invalid.
  | See errors: it lists every fault with a pointer to its location.
url_not_allowed | 422 | URL not allowed
  | The server may not call this URL: it is not https although a webhook or a secret is sent there, or its address is
    not public.
  | Use an https URL with a public address. The operator can allow http with WEBHOOK_ALLOW_HTTP=true (not needed for
    apps and providers on this machine), and private networks with OUTBOUND_ALLOW_CIDRS, for example 127.0.0.1/32 to
    try things out on one machine.
idempotency_key_reused | 422 | Idempotency key reused
  | This Idempotency-Key was used in the last 24 hours for a request with a different body.
  | Use a new key for each new request.
rate_limited | 429 | Too many requests
  | The request exceeds a rate limit; RateLimit-Policy lists the limits. | Wait for the time in Retry-After.
headers_too_large | 431 | Headers too large
  | The URL and headers together exceed 16 KiB.
  | Send fewer or shorter headers, and shorter filters.
internal | 500 | Internal error
  | Something went wrong on the server.
  | Try again later; if the problem persists, report the request_id to the operator.
unavailable | 503 | Unavailable
  | The server cannot serve this request in time: its database or the identity provider is unavailable, it is too busy,
    for example parsing other long notes, or the request took longer than 10 seconds. detail gives the cause.
  | Retry the request after the time in Retry-After.
`);

export class KnownProblems {
  readonly codes: ProblemCodes;

  constructor(features: readonly Feature[] = []) {
    this.codes = new Map([
      ...codesOfRoutes(features),
      ...features.flatMap(({ problems = [] }) => [...problems]),
      ...general,
    ]);
  }

  titleOf(code: string): string {
    return this.codes.get(code)?.title ?? titleFrom(code);
  }
}

/** For codes that no feature explains: only the operation is known. */
function codesOfRoutes(features: readonly Feature[]): Map<string, ProblemCode> {
  const codes = new Map<string, ProblemCode>();
  for (const { summary, problems = [] } of features.flatMap(({ routes = [] }) => routes))
    for (const [status, code] of problems.map((problem) => problem.split(' ') as [string, string])) {
      const statuses = [...new Set([...(codes.get(code)?.statuses ?? []), Number(status)])];
      const meaning = `The operation “${summary}” failed.`;
      codes.set(code, { statuses, title: titleFrom(code), meaning, remedy: 'See the detail.' });
    }
  return codes;
}

function titleFrom(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
