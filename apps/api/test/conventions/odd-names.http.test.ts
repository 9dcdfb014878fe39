import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('names that all JavaScript objects have', () => {
  const { ada, raw } = useWorld();
  const odd = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];

  it('are unknown parameters, and ordinary values', async () => {
    const { body } = await ada.post('/tasks', { title: 'x' });
    for (const name of odd) {
      const responses = [
        await ada.get(`/tasks?${name}=1`),
        await ada.get(`/me?${name}=1`),
        await ada.get(`/tasks/${body.id}?limit=1&${name}`),
        await ada.post(`/tasks?${name}=1`, { title: 'x' }),
        await raw('post', `/mcp?${name}=1`).set('authorization', `Bearer ${ada.key}`).send({}),
      ];
      for (const response of responses)
        expect([response.status, response.body.errors]).toEqual([
          400,
          expect.arrayContaining([expect.objectContaining({ parameter: name })]),
        ]);
      for (const filter of ['is_private', 'status', 'limit', 'sort'])
        expect((await ada.get(`/projects?${filter}=${name}`)).status).toBe(400);
      expect((await ada.get(`/backlinks/${name}/${body.id}`)).status).toBe(422);
      expect((await ada.post(`/tasks/${body.id}/links`, { entity_type: name, entity_id: body.id })).status).toBe(422);
    }
  });

  describe('as arguments of tools', () => {
    const result = async (name: string, args: string) => {
      const { status, body } = await raw('post', '/mcp')
        .set({ authorization: `Bearer ${ada.key}`, accept: 'application/json', 'content-type': 'application/json' })
        .serialize((sent: unknown) => sent as string)
        .send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`);
      expect(status).toBe(200);
      return body.result as { isError?: true; content: [{ text: string }] };
    };

    it.each(['list_tasks', 'get_task', 'create_task', 'update_task', 'find_tools', 'read_with_tool', 'call_tool'])(
      '%s rejects them',
      async (tool) => {
        for (const name of odd) {
          const { isError, content } = await result(tool, `{"${name}":{"x":1}}`);
          expect([isError, content[0].text]).toEqual([true, expect.stringContaining(`"argument":"${name}"`)]);
          expect(content[0].text).toContain('"code":"unknown_field"');
        }
      },
    );

    it('a tool called by another tool rejects them', async () => {
      for (const name of odd) {
        const { content } = await result('read_with_tool', `{"name":"list_tasks","arguments":{"${name}":1}}`);
        expect(content[0].text).toContain('"code":"unknown_field"');
      }
    });

    it('they are data in free JSON, and different values are not a retry', async () => {
      const create = (metadata: string) =>
        result('create_task', `{"title":"x","idempotency_key":"odd","metadata":${metadata}}`);
      for (const metadata of ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'])
        expect((await create(metadata)).content[0].text).toContain(`"metadata":${metadata}`);
      for (const other of ['{"__proto__":{"a":2}}', '{}', '{"a":{"__proto__":1}}', '{"constructor":{"a":1}}'])
        expect((await create(other)).content[0].text).toContain('idempotency_key_reused');
      const more = await result('create_task', '{"title":"x","idempotency_key":"odd","__proto__":{"a":1}}');
      expect(more.content[0].text).toContain('"code":"unknown_field"');
    });

    it('they are data in the input of a run', async () => {
      const input = '{"message":"x","constructor":{"prototype":1},"__proto__":{"a":1}}';
      const { content } = await result('start_run', `{"blueprint":"echo","input":${input}}`);
      const [, id] = /"id":"([^"]+)"/.exec(content[0].text) ?? [];
      const over = await raw('post', '/api/v1/agents/echo/runs')
        .set({ authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' })
        .serialize((sent: unknown) => sent as string)
        .send(`{"input":${input}}`);
      expect([id !== undefined, content[0].text.includes('__proto__')]).toEqual([
        over.status < 300,
        over.text.includes('__proto__'),
      ]);
    });
  });
});
