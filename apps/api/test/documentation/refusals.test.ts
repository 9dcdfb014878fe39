import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import type { Finding } from '@tandem/domain/core/errors';
import { type Field, fieldsOf } from '@tandem/platform/inputs/inputs';
import { inBody, parseInput } from '@tandem/platform/inputs/inputs-parse';
import { camel, snake } from '@tandem/domain/core/wire-names';
import { tandem } from '@tandem/testing/tandem';
import { unclearTexts } from './unclear-texts.js';

const inputs = [
  ...new Set(features.flatMap(({ routes = [] }) => routes).map(({ input }) => input as new () => object)),
];

/** Values that are invalid for most fields. */
const malformed: unknown[] = [
  ...[null, undefined, true, 0, -1, 1.5, 1e300, '', ' ', 'x', '\u0001', 'x'.repeat(2_000_000), [], {}, { a: 1 }],
  ...['2026-02-30', '30.11.2026', '2026-11-30 09:00', 'Mars/Base', 'Germany', 'de', 'ada@', 'www', 'ftp://x', 'tasks'],
  ...[[1], [null], ['x', 'tasks:read'], ['x'.repeat(3000)], [[]], [{}], Array.from({ length: 2000 }, () => 'x')],
];

const parsed = (input: new () => object, body: Record<string, unknown>) =>
  tandem.within(() => parseInput(input, body, inBody()));

/** Every fault that this input reports for bodies with one malformed value each. */
function faultsOf(input: new () => object): Finding[] {
  const names = [...fieldsOf(input).keys()].map(snake);
  return [...names, 'titel', 'somethingElse'].flatMap((name) =>
    malformed.flatMap((value) => parsed(input, { [name]: value }).findings),
  );
}

const refusalOf = (name: string, value: unknown) => {
  const input = inputs.find((one) => fieldsOf(one).has(camel(name)))!;
  return parsed(input, { [name]: value }).findings.find(({ pointer }) => pointer === `/${name}`)?.detail;
};

const domains = [...tandem.domains.keys()].join(', ');

describe('the refusal of a value', () => {
  it.each(inputs.map((input) => [input.name || 'an input', input] as const))(
    'says what is valid, for every field of %s',
    (_, input) => {
      const faults = faultsOf(input);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.flatMap((fault) => unclearTexts({ errors: [fault], detail: fault.detail }))).toEqual([]);
    },
  );

  it('lists every value of a closed list', () => {
    const closed = inputs.flatMap((input) =>
      [...fieldsOf(input).values()].filter(listOf).map((field) => [input, field] as const),
    );
    expect(closed.length).toBeGreaterThan(10);
    for (const [input, field] of closed) {
      const wire = snake(field.property);
      const wrong = { [wire]: field.schema.type === 'array' ? ['?'] : '?' };
      const [fault] = parsed(input, wrong).findings.filter(({ pointer }) => pointer === `/${wire}`);
      // For entity types the use case reports it: it knows what may be linked.
      if (wire !== 'entity_type' || fault) for (const value of listOf(field)!) expect(fault!.detail).toContain(value);
    }
  });

  it.each([
    ['timezone', 'Mars/Base', 'an IANA time zone such as Europe/Berlin'],
    ['email', 'x', 'an e-mail address such as ada@example.com'],
    ['start_date', '30.11.2026', 'a date such as 2026-11-30'],
    ['start_date', '2026-02-30', 'start_date must be a day that exists; there is no 2026-02-30.'],
    ['due_at', '2026-13-01T09:00:00Z', 'due_at must be a day that exists; there is no 2026-13-01.'],
    ['due_at', '2026-11-30T09:00:00', 'a time with its zone such as 2026-11-30T09:00:00Z'],
    ['due_at', 'tomorrow', 'a time with its zone such as 2026-11-30T09:00:00Z'],
    ['default_country', 'Germany', 'the two capital letters of a country such as DE (ISO 3166)'],
    ['scopes', ['tasks:read', 'task:read'], `${domains}. What does not fit: "task:read".`],
    ['slug', 'My App', 'such as billing'],
    ['identifier', 'web', 'such as WEB'],
    ['limit', 'all', 'a whole number from 1 to'],
    ['title', 7, 'title must be text of 1 to 500 characters, not a number.'],
    ['is_pinned', 'yes', 'is_pinned must be true or false, not text.'],
  ])('of %s uses terms that people know', (name, value, description) => {
    expect(refusalOf(name, value)).toContain(description);
  });

  it('of limit states the maximum number of rows of a page', () => {
    const paged = inputs.filter((input) => fieldsOf(input).has('limit'));
    expect(paged.length).toBeGreaterThan(10);
    for (const input of paged) {
      const details = parsed(input, { limit: 0 }).findings.map(({ detail }) => detail);
      const max = fieldsOf(input).get('limit')!.schema.maximum as number;
      expect(details).toContain(`limit must be a whole number from 1 to ${max.toLocaleString('en')}.`);
    }
  });

  it('suggests a similar field, or lists the fields if none is similar', () => {
    const input = inputs.find((one) => fieldsOf(one).has('dueAt'))!;
    const detailOf = (name: string) =>
      parseInput(input, { [name]: 1 }, inBody()).findings.find(({ code }) => code === 'unknown_field')!.detail;
    expect(detailOf('titel')).toBe('There is no field "titel"; you may have meant title.');
    expect(detailOf('colour')).toMatch(/^There is no field "colour"; there are .*\btitle, .*\brrule\b/);
  });
});

const listOf = ({ schema }: Field) =>
  tandem.within(() => schema.enum ?? (schema.items as Field['schema'] | undefined)?.enum) as string[] | undefined;
