import { describe, expect, it } from '@jest/globals';
import { readBody } from '@tandem/domain/notes/note-body';
import { type Document, documented, partAt, schemaAt } from './documented.js';

type Visit = (field: Document, at: string) => void;

/** Every field of a schema, nested ones included. */
function eachField(schema: Document, at: string, visit: Visit): void {
  for (const [wire, field] of Object.entries<Document>((schema.properties ?? {}) as Document)) {
    visit(field, `${at}.${wire}`);
    eachField(field, `${at}.${wire}`, visit);
  }
  for (const inner of [schema.items, ...((schema.oneOf ?? []) as Document[])])
    if (inner) eachField(inner as Document, at, visit);
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const member of Object.values(value)) yield* texts(member);
}

const wordCountOf = async (body: string) => (await readBody(body, [])).wordCount;

/** Records within a request are shown with the fields that the response adds. */
function sameOrMore(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(sameOrMore);
  return sent !== null && typeof sent === 'object' ? expect.objectContaining(sent) : sent;
}

const schemas = Object.entries<Document>(documented.components.schemas as Document);
const operations = Object.entries<Document>(documented.paths as Document).flatMap(([path, methods]) =>
  Object.entries<Document>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** The examples of bodies and of successful responses. */
const examples = operations.flatMap(({ name, operation }) => {
  const bodies = [
    operation.requestBody,
    ...Object.entries<Document>(operation.responses as Document)
      .filter(([status]) => status < '300')
      .map(([, response]) => response),
  ];
  return bodies
    .filter(Boolean)
    .map((body) => ({ name, example: (body as Document).content?.['application/json']?.example as unknown }));
});

describe('the reference', () => {
  it('has no table markup left in a sentence', () =>
    expect([...texts(documented)].filter((text) => /\|\.?$/.test(text.trimEnd()))).toEqual([]));

  it('describes every field', () => {
    const silent: string[] = [];
    for (const [name, schema] of schemas)
      eachField(schema, name, (field, at) => {
        if (!field.description) silent.push(at);
      });
    expect(silent).toEqual([]);
  });

  it('describes every parameter', () => {
    const silent = operations.flatMap(({ name, operation }) =>
      ((operation.parameters ?? []) as Document[])
        .map((parameter) => (parameter.$ref ? partAt((parameter.$ref as string).slice(2).split('/')).part! : parameter))
        .filter(({ description }) => !/\S/.test((description as string | undefined) ?? ''))
        .map((parameter) => `${name} ${parameter.name as string}`),
    );
    expect(silent).toEqual([]);
  });

  it.each(schemas.filter(([, { properties }]) => properties))(
    'gives examples that match the fields of %s',
    (name, { properties }) => {
      for (const [wire, field] of Object.entries<Document>(properties as Document)) {
        const validate = schemaAt(['components', 'schemas', name, 'properties', wire]);
        for (const example of (field.examples ?? []) as unknown[])
          expect({ wire, example, fits: validate(example), faults: validate.errors }).toMatchObject({ fits: true });
      }
    },
  );

  it('shows realistic values', () => {
    const placeholders = [
      ...examples,
      ...schemas.map(([name, schema]) => ({ name, example: schema.examples as unknown })),
    ].flatMap(({ name, example }) =>
      [...texts(example)].filter((text) => /^(text|t+|string|lorem.*)$/i.test(text)).map((text) => ({ name, text })),
    );
    // A JSON schema within an example may name the type string.
    expect(
      placeholders.filter(
        ({ name, text }) => text !== 'string' || !/AppTool|Blueprint|EventType|apps|agents|event-types/.test(name),
      ),
    ).toEqual([]);
  });

  it.each(operations.filter(({ operation }) => operation.requestBody))(
    'shows the values of the example request of $name in its response',
    ({ operation }) => {
      const media = operation.requestBody.content['application/json'] as Document;
      const [first] = Object.values<Document>((media.examples ?? {}) as Document);
      const sent = (media.example ?? first!.value) as Document;
      const response = (operation.responses[201] ?? operation.responses[200]) as Document | undefined;
      const shown = (response?.content['application/json'].example ?? {}) as Document;
      // The token of an app is accepted and never shown.
      const echoed = Object.entries(sent).filter(([wire]) => wire in shown && wire !== 'auth');
      expect(shown).toMatchObject(Object.fromEntries(echoed.map(([wire, value]) => [wire, sameOrMore(value)])));
    },
  );

  it('counts the words of its example notes like the product', async () => {
    const notes = examples
      .flatMap(({ example }) => [example, (example as Document | undefined)?.data].flat() as Document[])
      .filter((example) => example && 'word_count' in example);
    expect(notes.length).toBeGreaterThan(2);
    for (const { body, word_count } of notes)
      expect({ body, word_count }).toEqual({ body, word_count: await wordCountOf(body as string) });
  });
});
