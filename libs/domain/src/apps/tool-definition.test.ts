import { describe, expect, it } from '@jest/globals';
import { toolDefinition } from './tool-definition.js';

const hashOf = (tool: Record<string, unknown>) => toolDefinition(tool)?.hash;
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('the definition of a tool', () => {
  it('is the same whatever order its members came in', () => {
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
  ])('is another with %j', (change) => {
    const tool = { name: 'a', description: 'd', inputSchema: { type: 'object' } };
    expect(hashOf({ ...tool, ...change })).not.toBe(hashOf(tool));
  });

  it('tells nothing of what decides nothing', () => {
    expect(hashOf({ name: 'a', _meta: { now: 1 } })).toBe(hashOf({ name: 'a', _meta: { now: 2 } }));
  });

  it('holds no text that the database cannot', () => {
    const fields = toolDefinition({ name: 'a', description: 'x\0y\uD800', inputSchema: { 'k\0': '\0' } })!.fields;
    expect(fields).toEqual({ description: 'x\uFFFDy\uFFFD', inputSchema: { 'k\uFFFD': '\uFFFD' } });
  });

  it.each([[{}], [{ name: '' }], [{ name: 7 }], [{ name: 'x'.repeat(257) }], [{ name: 'a\0' }]])(
    'is none for %j',
    (tool) => expect(toolDefinition(tool)).toBeUndefined(),
  );

  it('is none when nested deeper than anything reads', () => {
    expect(toolDefinition({ name: 'a', inputSchema: nested(50) })).toBeDefined();
    expect(toolDefinition({ name: 'a', inputSchema: nested(80) })).toBeUndefined();
  });
});
