import { describe, expect, it } from '@jest/globals';
import { inTenant } from './scope.js';
import { Turns } from './turns.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on demand and records the order in which it began. */
function workshop(turns: Turns) {
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const start = (name: string, ...[limit]: [Parameters<Turns['take']>[1]?]) =>
    inTenant(name[0]!, () =>
      turns.take(
        () => new Promise<string>((resolve) => end.set(started[started.push(name) - 1]!, () => resolve(name))),
        limit,
      ),
    );
  const finish = async (name: string, work: Promise<unknown>) => {
    end.get(name)!();
    await work;
    await settled();
  };
  return { started, start, finish };
}

describe('turns', () => {
  it('are limited in total and per tenant', async () => {
    const { started, start, finish } = workshop(new Turns({ inAll: 3, perTenant: 2 }));
    const work = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => start(name));
    await settled();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await finish('b1', work[3]!);
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    await finish('a1', work[0]!);
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  it('are acquired in groups while no other tenant waits', async () => {
    const turns = new Turns({ inAll: 4, perTenant: 3 });
    const some = (tenantId: string, millis: number) => inTenant(tenantId, () => turns.acquireSome(2, millis));
    const held = await some('a', 1);
    expect([held.length, (await some('a', 1)).length, await some('a', 1)]).toEqual([2, 1, []]);
    const waiting = some('a', 10_000);
    expect(await some('b', 1)).toHaveLength(1);
    for (const end of held) end();
    expect(await waiting).toHaveLength(2);
  });

  it('rotate among tenants, however many one of them requests', async () => {
    const { started, start, finish } = workshop(new Turns({ inAll: 1, perTenant: 1 }));
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    const work = new Map(names.map((name) => [name, start(name)]));
    await settled();
    for (let i = 0; i < names.length; i++) await finish(started[i]!, work.get(started[i]!)!);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('are released when work fails', async () => {
    const turns = new Turns({ inAll: 1, perTenant: 1 });
    await expect(turns.take(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await turns.take(() => 'done')).toBe('done');
  });

  it('can be held until work ends elsewhere, and are released once', async () => {
    const turns = new Turns({ inAll: Infinity, perTenant: 1 });
    const { started, start } = workshop(turns);
    const end = await inTenant('a', () => turns.acquire());
    const waiting = ['a1', 'a2', 'b1'].map((name) => start(name));
    await settled();
    expect(started).toEqual(['b1']);
    end();
    end();
    await settled();
    expect([started, waiting.length]).toEqual([['b1', 'a1'], 3]);
  });

  it('are withdrawn after the wait limit', async () => {
    const { started, start, finish } = workshop(new Turns({ inAll: 1, perTenant: 1 }));
    const first = start('a1');
    await expect(start('a2', { millis: 1, refusal: () => new Error('too long') })).rejects.toThrow('too long');
    const third = start('a3');
    await finish('a1', first);
    expect(started).toEqual(['a1', 'a3']);
    await finish('a3', third);
  });
});
