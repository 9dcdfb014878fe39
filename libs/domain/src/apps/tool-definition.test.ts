import { describe, expect, it } from '@jest/globals';
import { toolDefinition } from './tool-definition.js';

const hashOf = (tool: Record<string, unknown>) => toolDefinition(tool)?.hash;
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('the definition of a tool', () => {
  it('is the same for any order of members', () => {
    const one = hashOf({
      name: 'a',
      description: 'd',
      inputSchema: { type: 'object', properties: { x: 1, y: [1, 2] } },
    });
    const two = hashOf({
      inputSchema: { properties: { y: [1, 2], x: 1 }, type: 'object' },
      description: 'd',
      name: 'a',
    });
    expect(one).toBe(two);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [{ description: 'e' }],
    [{ title: 't' }],
    [{ inputSchema: { type: 'object', required: ['x'] } }],
    [{ outputSchema: {} }],
    [{ annotations: { readOnlyHint: true } }],
  ])('differs for %j', (change) => {
    const tool = { name: 'a', description: 'd', inputSchema: { type: 'object' } };
    expect(hashOf({ ...tool, ...change })).not.toBe(hashOf(tool));
  });

  it('ignores irrelevant members', () => {
    expect(hashOf({ name: 'a', _meta: { now: 1 } })).toBe(hashOf({ name: 'a', _meta: { now: 2 } }));
  });

  it('contains only text that the database accepts', () => {
    const fields = toolDefinition({ name: 'a', description: 'x\0y\uD800', inputSchema: { 'k\0': '\0' } })!.fields;
    expect(fields).toEqual({ description: 'x\uFFFDy\uFFFD', inputSchema: { 'k\uFFFD': '\uFFFD' } });
  });

  it.each([[{}], [{ name: '' }], [{ name: 7 }], [{ name: 'x'.repeat(257) }], [{ name: 'a\0' }]])(
    'is undefined for %j',
    (tool) => expect(toolDefinition(tool)).toBeUndefined(),
  );

  it('is undefined if nested too deeply', () => {
    expect(toolDefinition({ name: 'a', inputSchema: nested(50) })).toBeDefined();
    expect(toolDefinition({ name: 'a', inputSchema: nested(80) })).toBeUndefined();
  });
});
