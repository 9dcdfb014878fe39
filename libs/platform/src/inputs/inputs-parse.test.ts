import { describe, expect, it } from '@jest/globals';
import { Bool, Instant, Json, ListOf, Nested, optional, Text, Uuid } from './inputs.js';
import { inBody, parseInput } from './inputs-parse.js';

class PartInput {
  @Text() label!: string;
  @Json({ optional: true }) metadata?: unknown;
}

class AggregateInput {
  @Text() longName!: string;
  @Instant({ clearable: true }) dueAt?: Date | null;
  @Bool({ optional: true }) isPinned?: boolean;
  @Json({ optional: true }) metadata?: unknown;
  @Nested(PartInput, { optional: true, nullable: true }) firstPart?: PartInput | null;
  @ListOf(PartInput, { optional: true, maxItems: 2 }) otherParts?: PartInput[];
}

class ChangeInput extends optional(AggregateInput) {
  @Uuid() id!: string;
}

/** JSON whose keys break class-transformer. */
const hostile = (text = '5') =>
  JSON.parse(`{"constructor":${text},"__proto__":{"longName":"x"},"then":{},"a":[{"constructor":null}]}`) as object;

const parse = (values: object, input: new () => object = AggregateInput) =>
  parseInput(input, values as Record<string, unknown>, inBody());
const faultsOf = (values: object, input?: new () => object) =>
  parse(values, input).findings.map(({ pointer, code }) => `${pointer} ${code}`);

describe('an input', () => {
  it('is built from the wire values, nested inputs included', () => {
    const { input, findings } = parse({
      long_name: 'x',
      due_at: '2026-11-30T10:00:00+01:00',
      first_part: { label: 'a' },
      other_parts: [{ label: 'b', metadata: 1 }],
    });
    expect(findings).toEqual([]);
    const [first, other] = [new PartInput(), new PartInput()];
    Object.assign(first, { label: 'a' });
    Object.assign(other, { label: 'b', metadata: 1 });
    const dueAt = new Date('2026-11-30T09:00:00Z');
    expect(input).toStrictEqual(
      Object.assign(new AggregateInput(), { longName: 'x', dueAt, firstPart: first, otherParts: [other] }),
    );
    expect(parse({ long_name: 'x', due_at: null, first_part: null }).input).toMatchObject({
      dueAt: null,
      firstPart: null,
    });
  });

  it.each(['5', 'null', '{"a":1}', '"Array"', '[]'])(
    'leaves free JSON unchanged, even with the constructor %s',
    (text) => {
      const json = hostile(text);
      const { input, findings } = parse({
        long_name: 'x',
        metadata: json,
        first_part: { label: 'a', metadata: [json] },
      });
      expect(findings).toEqual([]);
      expect(input.metadata).toBe(json);
      expect((input.firstPart as PartInput).metadata).toEqual([json]);
      expect({}).not.toHaveProperty('longName');
    },
  );

  it('reports every fault of values that have a constructor', () => {
    const json = hostile();
    const all = { long_name: json, due_at: [json], is_pinned: json, first_part: json, other_parts: [json, null] };
    expect(faultsOf(all)).toEqual([
      '/long_name invalid_type',
      '/due_at invalid_format',
      '/is_pinned invalid_type',
      ...['constructor', '__proto__', 'then', 'a'].map((name) => `/first_part/${name} unknown_field`),
      '/first_part/label required',
      ...['constructor', '__proto__', 'then', 'a'].map((name) => `/other_parts/0/${name} unknown_field`),
      '/other_parts/0/label required',
      '/other_parts/1 invalid_type',
    ]);
    expect(faultsOf({ long_name: 'x', other_parts: [json, json, json] })).toEqual(['/other_parts too_many']);
  });

  it('reports all faults at once, those of nested inputs included', () => {
    expect(faultsOf({ longName: 'x', first_part: {}, other_parts: [{ label: ' ', x: 1 }, [{}]] })).toEqual([
      '/longName unknown_field',
      '/long_name required',
      '/first_part/label required',
      '/other_parts/0/x unknown_field',
      '/other_parts/0/label blank',
      '/other_parts/1 invalid_type',
    ]);
    expect(faultsOf({ long_name: null, first_part: [], other_parts: {} })).toEqual([
      '/long_name not_nullable',
      '/first_part invalid_type',
      '/other_parts invalid_type',
    ]);
  });

  it('of PATCH may omit any field, but must not set one to null that is not nullable', () => {
    const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
    expect(faultsOf({ id }, ChangeInput)).toEqual([]);
    expect(faultsOf({ long_name: null, is_pinned: 'x' }, ChangeInput)).toEqual([
      '/long_name not_nullable',
      '/is_pinned invalid_type',
      '/id required',
    ]);
  });
});
