import { describe, expect, it } from '@jest/globals';
import type { Feature } from '@tandem/platform/feature/feature';
import { GET, nothing } from '@tandem/platform/feature/feature';
import { query } from '@tandem/platform/feature/queries';
import { NoInput } from '@tandem/platform/inputs/inputs';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from './connecting.js';

const settings = {
  RATE_LIMIT_KEY_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_MINUTE: '0',
};
const failing = (name: string) =>
  query(name, [], async (_: NoInput) => {
    throw new Error('an inside that nobody should see');
  });

/** A custom feature. */
const gadgets: Feature = {
  name: 'gadgets',
  summary: 'Gadgets of a team.',
  routes: [
    GET('/gadgets', 'tasks:read', 'List gadgets', { input: NoInput, run: failing('ListGadgets'), response: nothing }),
    GET('/gadgets/plans', 'tasks:read', 'List what people decide on', {
      tool: 'never',
      input: NoInput,
      run: failing('ListGadgetPlans'),
      response: nothing,
    }),
  ],
};

interface ShownTool {
  name: string;
  inputSchema: { properties: Record<string, { format?: string }>; required?: string[] };
}

describe('a walk over all tools', () => {
  const world = useWorld({ settings, features: [gadgets] });
  const { ada } = world;
  const open = async () => {
    const client = await connect(world, ada, { query: '?toolsets=all' });
    return { client, tools: (await client.listTools()).tools as unknown as ShownTool[] };
  };

  it('includes custom routes by the same rule, and failures reveal no internals', async () => {
    const { client, tools } = await open();
    expect(tools.map(({ name }) => name)).toContain('list_gadgets');
    expect(tools.map(({ name }) => name)).not.toContain('list_gadget_plans');
    const { isError, value, text } = await call(client, 'list_gadgets');
    expect({ isError, code: value.code }).toEqual({ isError: true, code: 'internal' });
    expect(text).not.toMatch(/inside|\.ts|at /);
    await client.close();
  });

  it('shows no key, code or secret', async () => {
    const url = 'https://example.com/hook';
    await ada.post('/webhook-endpoints', { url, name: 'hook' });
    await ada.post('/invitations', { email: 'grace@example.com' });
    await world.withKey(ada, { name: 'narrow' });
    const { client, tools } = await open();
    for (const { name } of tools.filter(({ inputSchema }) => !inputSchema.required)) {
      const { text } = await call(client, name);
      expect({ name, found: /(wsk_(live|test)|inv|whsec)_[0-9A-Za-z+/]{20,}/.exec(text)?.[0] }).toEqual({ name });
    }
    await client.close();
  });
});
