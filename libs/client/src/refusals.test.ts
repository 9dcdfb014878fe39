import { describe, expect, it } from '@jest/globals';
import { Tandem, TandemConnectionError } from './tandem.js';

describe('the client', () => {
  it('refuses a key that no header takes, without showing it', () => {
    const given = { apiKey: 'wsk_live_se\ncret', baseUrl: 'http://127.0.0.1' };
    expect(() => new Tandem(given)).toThrow(/^apiKey contains a character that no key contains$/);
  });

  it('refuses a page of HTML in place of a record', async () => {
    const page = () => Promise.resolve(new Response('<h1>Home</h1>', { headers: { 'content-type': 'text/html' } }));
    const { tenants } = new Tandem({ baseUrl: 'http://127.0.0.1', fetch: page, maxRetries: 0 });
    await expect(tenants.getMe()).rejects.toThrow(TandemConnectionError);
  });

  it('refuses a parameter of the path that would lead to another operation', async () => {
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = (request) => {
      sent.push((request as Request).url);
      return Promise.resolve(Response.json({}));
    };
    const { tasks } = new Tandem({ baseUrl: 'http://127.0.0.1', fetch });
    for (const id of ['', '.', '..']) await expect(tasks.get({ path: { id } })).rejects.toThrow(TypeError);
    await tasks.get({ path: { id: '../a b' } });
    expect(sent).toEqual(['http://127.0.0.1/api/v1/tasks/..%2Fa%20b']);
  });
});
