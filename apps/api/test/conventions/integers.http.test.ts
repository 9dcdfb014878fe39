import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('integers in free JSON', () => {
  const world = useWorld();
  const { ada, raw } = world;
  const send = (body: string, path = '/api/v1/tasks') =>
    raw('post', path)
      .set({ authorization: `Bearer ${ada.key}`, accept: 'application/json, text/event-stream' })
      .set('content-type', 'application/json')
      .serialize((sent: unknown) => sent as string)
      .send(body);
  const call = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  it.each([
    ['/api/v1/tasks', '{"title":"x","metadata":{"id":N}}', '/metadata/id'],
    ['/api/v1/agents/echo/runs', '{"input":{"message":"x","delay_ms":N}}', '/input/delay_ms'],
    ['/api/v1/agent-schedules', '{"name":"x","input_template":["a",{"id":N}]}', '/input_template/1/id'],
    ['/mcp', call('create_task', '{"title":"x","metadata":[0,N]}'), '/params/arguments/metadata/1'],
  ])('%s accepts an integer of free JSON only if it is preserved exactly: %s', async (path, body, pointer) => {
    const changed = ['12345678901234567890', '-9007199254740993'];
    const spelt = ['12345678901234567890.0', '9007199254740993e0', '90071992547409930e-1'];
    for (const number of [...changed, ...spelt]) {
      const response = await send(body.replace('N', number), path);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_number']);
      expect(response.body.errors).toMatchObject([{ pointer, detail: expect.stringContaining(number) }]);
    }
    expect((await send(body.replace('N', '9007199254740991'), path)).body.code).not.toBe('invalid_number');
  });

  it('an exactly preserved integer of free JSON is returned digit by digit', async () => {
    for (const number of ['9007199254740991', '-9007199254740992', '602200000000000000000000']) {
      const { text } = await send(`{"title":"x","metadata":{"id":${number}}}`);
      expect((await ada.get(`/tasks/${JSON.parse(text).id}`)).text).toContain(`{"id": ${number}}`);
    }
  });
});
