import { beforeEach, describe, expect, it } from '@jest/globals';
import { conflict } from '@tandem/domain/core/errors';
import { one, POST } from '@tandem/platform/feature/feature';
import { Text } from '@tandem/platform/inputs/inputs';
import { int32 } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

let calls: { response: () => void; refuse: () => void }[] = [];

/** An operation that waits for an external service. */
class RingBell {
  static needs = [] as const;

  async run(_input: { at: string }): Promise<{ times: number }> {
    await new Promise<void>((response, reject) =>
      calls.push({ response, refuse: () => reject(conflict('nobody_home', 'Nobody is at home.')) }),
    );
    return { times: calls.length };
  }
}

class RingInput {
  @Text() at!: string;
}

const bells = {
  name: 'bells',
  summary: 'Bells',
  routes: [
    POST('/bells', 'tasks:write', 'Ring a bell', {
      input: RingInput,
      run: RingBell,
      response: one(view<{ times: number }>()('Ring', { times: int32 })),
      outside: true,
    }),
  ],
};

describe('an Idempotency-Key on an operation that calls an external service', () => {
  const { ada, asOwner } = useWorld({ features: [bells] });
  let keys = 0;
  const ring = (key: string, at = 'door') => ada.post('/bells', { at }, { 'idempotency-key': key });
  const ringing = (count: number) => eventually(() => expect(calls).toHaveLength(count));

  beforeEach(() => {
    calls = [];
    keys++;
  });

  it('makes a retry wait while the first request runs, then returns its response', async () => {
    const first = ring(`bell-${keys}`);
    await ringing(1);
    const meanwhile = await ring(`bell-${keys}`);
    expect(meanwhile.body).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    expect(meanwhile.headers['retry-after']).toBe('1');
    expect((await ring(`bell-${keys}`, 'window')).body.code).toBe('idempotency_key_reused');
    calls[0]!.response();
    expect((await first).body).toEqual({ times: 1 });
    const again = await ring(`bell-${keys}`);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([{ times: 1 }, 'true']);
    expect(calls).toHaveLength(1);
  });

  it('lets the next request try after a refusal of the first', async () => {
    const first = ring(`bell-${keys}`);
    await ringing(1);
    calls[0]!.refuse();
    expect((await first).body.code).toBe('nobody_home');
    const second = ring(`bell-${keys}`);
    await ringing(2);
    calls[1]!.response();
    expect((await second).body).toEqual({ times: 2 });
  });

  it('is not held forever by a process that has ended', async () => {
    const lost = ring(`bell-${keys}`);
    await ringing(1);
    await asOwner(`update answered_requests set created_at = now() - interval '61 seconds'`);
    const second = ring(`bell-${keys}`);
    await ringing(2);
    for (const { response } of calls) response();
    expect([(await lost).status, (await second).status]).toEqual([200, 200]);
  });

  it('holds no connection while it waits', async () => {
    const waiting = Array.from({ length: 15 }, (_, i) => ring(`bell-${keys}-${i}`));
    await ringing(15);
    expect((await ada.get('/me')).status).toBe(200);
    for (const { response } of calls) response();
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
  });
});
