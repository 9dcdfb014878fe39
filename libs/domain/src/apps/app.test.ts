import { describe, expect, it } from '@jest/globals';
import { takeRecorded } from '../core/entity.js';
import { inScope, systemScope } from '../core/scope.js';
import { App, type AppFields } from './app.js';
import { toolDefinition } from './tool-definition.js';

const tenantId = '019ab1c2-0000-7000-8000-000000000001';
const sealer = {
  seal: (text: string) => `sealed ${text}`,
  open: (sealed: string) => sealed.slice(7),
  refusalOf: () => null,
};
const url = 'https://mcp.example.com/mcp';
const bearer = { type: 'bearer', token: 'secret' } as const;
const inTenant = <T>(work: () => T) => inScope(systemScope(tenantId), work);
const connected = (fields: AppFields = {}) =>
  inTenant(() => new App({ slug: 'billing', name: 'Billing', url, ...fields }, sealer));

const probe = (app: App, tools: Record<string, string>, at = url) =>
  inTenant(() => {
    app.noteProbe(at, {
      tools: Object.entries(tools).map(([name, description]) => toolDefinition({ name, description })!),
    });
    return app.probe;
  });
const counts = (added: number, removed: number, changed: number) => ({
  toolsAdded: added,
  toolsRemoved: removed,
  toolsChanged: changed,
});

describe('an app', () => {
  it('loses its token when it moves to another host, but not to another path', () => {
    const app = connected({ auth: bearer });
    app.update({ url: 'https://mcp.example.com/v2' }, sealer);
    expect(app.server(sealer).token).toBe('secret');
    app.update({ url: 'https://other.example.com/mcp' }, sealer);
    expect(app.server(sealer).token).toBeUndefined();
    expect(app.auth).toEqual({ type: 'bearer', hasToken: false });
  });

  it('moves with a new token', () => {
    const app = connected({ auth: bearer });
    app.update({ url: 'https://other.example.com', auth: { type: 'bearer', token: 'other' } }, sealer);
    expect(app.server(sealer).token).toBe('other');
  });

  it('deletes the token when its authentication changes to none', () => {
    const app = connected({ auth: bearer });
    app.update({ auth: { type: 'none' } }, sealer);
    expect(app.auth).toEqual({ type: 'none', hasToken: false });
  });

  it('requires a token for bearer and refuses one for none', () => {
    expect(() => connected({ auth: { type: 'bearer' } })).toThrow('auth.token is required');
    expect(() => connected({ auth: { type: 'none', token: 'x' } })).toThrow('without a token');
    const app = connected({ auth: bearer });
    expect(() => app.update({ url: 'https://b.example.com', auth: { type: 'bearer' } }, sealer)).toThrow('required');
  });
});

describe('a probe', () => {
  it('counts added, removed and changed tools, and records the change once', () => {
    const app = connected();
    expect(probe(app, { a: '1', b: '1', c: '1' })).toMatchObject({
      ...counts(3, 0, 0),
      toolsDiscovered: 3,
      reachable: true,
    });
    expect(probe(app, { a: '1', b: '2', d: '1' })).toMatchObject({ ...counts(1, 1, 1), toolsDiscovered: 3 });
    expect(probe(app, { a: '1', b: '2', d: '1' })).toMatchObject(counts(0, 0, 0));
    const types = takeRecorded(app).map(({ type }) => type);
    expect(types).toEqual(['app.created', 'app.tools_changed', 'app.tools_changed']);
  });

  it('names added, removed and changed tools', () => {
    const app = connected();
    probe(app, { a: '1', b: '1', c: '1' });
    takeRecorded(app);
    probe(app, { a: '1', b: '2', d: '1' });
    expect(takeRecorded(app)).toEqual([
      {
        type: 'app.tools_changed',
        details: {
          tools_added: 1,
          tools_removed: 1,
          tools_changed: 1,
          added: ['d'],
          removed: ['c'],
          changed: ['b'],
        },
      },
    ]);
  });

  it('names as many as an audit entry can hold, and counts all of them', () => {
    const app = connected();
    probe(app, Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`tool-${i}-${'€'.repeat(200)}`, '1'])));
    const details = takeRecorded(app).at(-1)!.details as { tools_added: number; added: string[] };
    expect(details.tools_added).toBe(1000);
    expect(details.added[0]).toMatch(/^tool-0-/);
    expect(Buffer.byteLength(JSON.stringify(details))).toBeLessThan(8192);
  });

  it('that fails keeps the tools and counts nothing', () => {
    const app = connected();
    probe(app, { a: '1' });
    app.noteProbe(url, { fault: 'timeout' });
    const result = app.probe!;
    expect(result).toMatchObject({ ...counts(0, 0, 0), toolsDiscovered: 0, reachable: false, reason: 'timeout' });
    expect(app.tool('a').isRemoved).toBe(false);
    expect(app).toMatchObject({ reachable: false, lastProbeReason: 'timeout', lastProbedAt: result.lastProbedAt });
  });

  it('of a former address of the app is not stored', () => {
    const app = connected();
    expect(probe(app, { a: '1' }, 'https://former.example.com')).toMatchObject({
      toolsDiscovered: 1,
      ...counts(0, 0, 0),
    });
    expect(app).toMatchObject({ tools: [], lastProbedAt: null });
  });
});

describe('a changed tool', () => {
  const changed = () => {
    const app = connected();
    probe(app, { a: '1', b: '1' });
    probe(app, { a: '2', b: '1' });
    return app;
  };

  it('is quarantined until accepted', () => {
    const app = changed();
    expect(app.tool('a').isQuarantined).toBe(true);
    expect(app.tool('b').isQuarantined).toBe(false);
    app.acceptTool('a', {});
    expect(app.tool('a').isQuarantined).toBe(false);
  });

  it('leaves quarantine when it returns to the accepted definition', () => {
    const app = changed();
    probe(app, { a: '1', b: '1' });
    expect(app.tool('a').isQuarantined).toBe(false);
  });

  it('remains quarantined after it was removed and added again', () => {
    const app = connected();
    probe(app, { a: '1' });
    probe(app, {});
    expect(() => app.tool('a')).toThrow('no such record');
    expect(probe(app, { a: '2' })).toMatchObject(counts(1, 0, 0));
    expect(app.tool('a').isQuarantined).toBe(true);
  });

  it('is accepted only in the version that was shown', () => {
    const app = changed();
    expect(() => app.acceptTool('a', { definitionHash: 'f'.repeat(64) })).toThrow('changed again');
    app.acceptTool('a', { definitionHash: app.tool('a').definitionHash });
    expect(app.tool('a').isQuarantined).toBe(false);
  });
});
