import type { Feature } from '@tandem/platform/feature/feature';
import { type ProblemCode, problemCodes, type ProblemCodes } from '@tandem/platform/feature/problem-codes';

const general = problemCodes(`
malformed_request | 400 | Malformed request
  | The request is not well formed. | Check the address and the headers for broken escapes.
malformed_json         | 400 | Malformed JSON | The body is not JSON. | Send one JSON object in UTF-8.
json_too_deep | 400 | JSON too deep
  | The JSON of the body is nested deeper than 32 levels.
  | Flatten the value, or store it elsewhere and send a reference.
json_too_large | 400 | JSON too large
  | The JSON of the body holds more than 10,000 values, or a call of a tool more than 1,000 arguments.
  | Split the request.
invalid_text | 400 | Invalid text
  | A text holds a NUL character or half of a surrogate pair. | Remove the character; send valid Unicode.
invalid_id | 400 | Invalid id
  | An id in the path is none: ids are UUIDs such as 0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b, slugs are lower-case words.
  | Take the id as an earlier answer gave it.
invalid_parameter | 400 422 | Invalid parameter
  | A parameter of the address is unknown, repeated or has a value that is not accepted.
  | Look at errors: each entry names a parameter.
invalid_cursor | 400 | Invalid cursor
  | The cursor was not made by this list with these filters.
  | Pass next_cursor back unchanged, with the same filters; or start again without a cursor.
invalid_header | 400 | Invalid header
  | A request header has a value that is not accepted. | Look at errors: each entry names a header.
invalid_number | 400 | Invalid number
  | A number of the body is larger than JSON implementations can hold, or an integer whose digits they would change;
    errors says which.
  | Send it as a text, or a smaller number.
unauthenticated | 401 | Unauthenticated
  | The request carries no valid token: it is missing, unknown, revoked or malformed.
  | Send the header Authorization: Bearer followed by an API key; routes under /tenants take the operator's token,
    OPERATOR_TOKEN.
api_key_expired | 401 | API key expired
  | The API key was valid once and has expired. | Rotate the key or create a new one.
insufficient_scope | 403 | Insufficient scope
  | You may see this, but not do it, or not see all of it. The member scope names the right that is missing; several
    are separated by blanks.
  | Use a key with that scope, or ask an administrator for the right.
test_key               | 403 | Test key | A test key may not do this. | Use a live key.
read_only | 403 | Read only
  | The connection is for reading alone: the address of the MCP server says read_only=true.
  | Connect without read_only=true, if that is meant to be allowed.
origin_not_allowed | 403 | Origin not allowed
  | The header Origin or Host names a place that this server does not serve over MCP.
  | Call the server by its own address; the operator names origins of web pages in CORS_ORIGINS.
not_found | 404 | Not found
  | There is no such record, or you may not see it.
  | Check the id and the tenant of your key; the detail lists what there is where that is a closed list.
method_not_allowed | 405 | Method not allowed
  | The address exists, but not with this method. The header Allow lists the methods it has. | Use one of them.
not_acceptable | 406 | Not acceptable
  | The header Accept excludes application/json, and there is no other form. | Accept application/json.
idempotency_in_progress | 409 | Idempotency in progress
  | A request with this Idempotency-Key is still running.
  | Repeat the request after the seconds of Retry-After; you get the stored answer.
slug_taken             | 409 | Slug taken | Another record already has this slug. | Choose another slug.
default_taken | 409 | Default taken
  | Another record became the default at the same moment. | Read the records again and repeat the change.
name_taken             | 409 | Name taken | Another record already has this name. | Choose another name.
number_taken           | 409 | Number taken | Another record took this number at the same moment. | Repeat the request.
request_timeout | 408 | Request timeout
  | The request did not arrive within 10 seconds, or its headers within 5.
  | Send it again over a connection that is fast enough.
body_too_large | 413 | Body too large
  | The body is larger than this operation takes. | Send less, or split the request.
unsupported_media_type | 415 | Unsupported media type
  | The body is not application/json, or in an encoding that is not supported.
  | Send JSON with Content-Type: application/json.
invalid_body | 422 | Invalid body
  | One or more values of the body are not acceptable.
  | Look at errors: it lists every fault with a pointer to its place.
url_not_allowed | 422 | URL not allowed
  | The server may not call this URL: it is not https though a webhook or a secret is sent there, or its address is
    not public.
  | Use an https URL of a public address. The operator accepts http with WEBHOOK_ALLOW_HTTP=true (apps and providers
    on this machine need no leave), and opens private networks with OUTBOUND_ALLOW_CIDRS, for example 127.0.0.1/32 for
    trials on one machine.
idempotency_key_reused | 422 | Idempotency key reused
  | This Idempotency-Key was used within 24 hours for a request with another body. | Use a new key for each new request.
rate_limited | 429 | Too many requests
  | More requests came than the limits allow. RateLimit-Policy names the limits. | Wait the seconds of Retry-After.
headers_too_large | 431 | Headers too large
  | Address and headers together have more than 16 KiB.
  | Send fewer or shorter headers; put filters that long elsewhere.
internal | 500 | Internal error
  | Something went wrong on our side. | Try again later; if it stays, tell the operator the request_id.
unavailable | 503 | Unavailable
  | The server cannot serve this request in time: its database or the identity provider is away, too much else is
    being done, such as other long notes being read, or it took longer than 10 seconds. detail says which.
  | Repeat the request after the seconds of Retry-After.
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
      const meaning = `The operation “${summary}” could not be done.`;
      codes.set(code, { statuses, title: titleFrom(code), meaning, remedy: 'Look at the detail.' });
    }
  return codes;
}

function titleFrom(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
