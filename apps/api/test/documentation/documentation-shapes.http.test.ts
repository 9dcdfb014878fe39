import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { addFormats, documented, type Document } from './documented.js';

const operations = Object.entries<Document>(documented.paths as Document).flatMap(([path, methods]) =>
  Object.values<Document>(methods).map((operation) => ({ path, operation })),
);

describe('the document for generated clients', () => {
  const { ada } = useWorld();

  it('requires type and data of each event, and names the type', () => {
    for (const type of Object.keys(documented.webhooks as Document)) {
      const { schema } = documented.webhooks[type].post.requestBody.content['application/json'];
      expect(schema.allOf[1]).toMatchObject({ required: ['type', 'data'], properties: { type: { const: type } } });
    }
  });

  it('states the maximum and the default size of pages', () => {
    const limits = operations.flatMap(({ path, operation }) =>
      ((operation.parameters ?? []) as Document[])
        .filter(({ name }) => name === 'limit')
        .map(({ schema }) => ({ path, maximum: schema.maximum as number, default: schema.default as number })),
    );
    expect(limits.length).toBeGreaterThan(20);
    const others: Record<string, object> = { '/api/v1/search': { maximum: 50, default: 20 } };
    for (const { path, ...limit } of limits) {
      const usual = { maximum: /blueprint}\/runs$/.test(path) ? 200 : 100, default: 50 };
      expect({ path, ...limit }).toEqual({ path, ...(others[path] ?? usual) });
    }
  });

  it('has self-contained schemas of event types', async () => {
    const types = (await ada.get('/event-types')).body as { type: string; schema: Document }[];
    const alone = new Ajv2020({ strict: false });
    addFormats(alone);
    for (const { type, schema } of types) {
      const validate = alone.compile(schema);
      const data = documented.webhooks[type].post.requestBody.content['application/json'].example.data as unknown;
      expect({ type, fits: validate(data), faults: validate.errors }).toEqual({ type, fits: true, faults: null });
    }
    expect(types.some(({ schema }) => schema.$defs)).toBe(true);
  });
});
