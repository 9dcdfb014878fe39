import { beforeAll, describe, expect, it } from '@jest/globals';
import { Identities } from '@tandem/domain/core/access/identity';
import { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import { useWorld } from '@tandem/testing/world';
import { checksumsOf } from '../isolation/checksums.js';
import { Records } from '../isolation/records.js';
import { type Attack, cases, idsOf, listAttacks, namingAttacks, type Side, type Way, waysOf } from './strangers.js';

const settings = {
  RATE_LIMIT_KEY_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_MINUTE: '0',
};
/** Of each of the four sides; `npm run walk:mcp` makes more of them. */
const callsOfEach = Number(process.env.WALK_CALLS ?? 240) / 4;
/** In a short walk each side tries a different part of the cases. */
const parts = callsOfEach < 1000 ? 4 : 1;
const kinds = [...new Set(cases.map(({ location }) => location.kind))];
const ofProjects = ['projects', 'tasks', 'sections', 'statuses', 'comments', 'links', 'by-identifier'];

/** Tries to reach records of others, each time in another way, and returns the number of calls. */
async function walk(attacks: readonly Attack[], ways: readonly Way[], judge: (attack: Attack, text: string) => void) {
  // Neighbours in the list are similar: the stride lets a short walk sample all parts.
  const stride = 97;
  let calls = 0;
  for (let turn = 0; calls < callsOfEach; turn++) {
    const attack = attacks[(turn * stride) % attacks.length]!;
    const way = ways[(turn + Math.floor(turn / attacks.length)) % ways.length]!;
    const expected = attack.like && (await way(attack.tool, attack.like));
    const text = await way(attack.tool, attack.use);
    calls += expected ? 2 : 1;
    judge(attack, text);
    if (expected) expect({ title: attack.title, text }).toEqual({ title: attack.title, text: expected });
  }
  return calls;
}

describe('records of others', () => {
  const world = useWorld({ settings });
  const { ada, other: eve } = world;
  const mine = new Records(world, ada, 'mine');
  const theirs = new Records(world, eve, 'theirs');
  let sides: Record<'owner' | 'member' | 'filtered' | 'stranger', Side>;

  const stateOf = async (tenantId: string) => {
    const { container } = world.api;
    await Promise.all([container.get(UsageMeter).flush(), container.get(Identities).flush()]);
    return checksumsOf(world.databaseUrl, tenantId);
  };
  const attacksOf = async (side: Side) => {
    const part = Object.values(sides).indexOf(side) % parts;
    const tried = cases.filter((_, at) => at % parts === part);
    return [...(await namingAttacks(side, tried)), ...(await listAttacks(side))];
  };
  /** Walks and finds none of the ids and words. */
  const find = async (side: Side, attacks: readonly Attack[], ids: ReadonlySet<string>) => {
    const { ways, close } = await waysOf(world, side.caller);
    const calls = await walk(attacks, ways, ({ title, use }, text) => {
      const sent = JSON.stringify(use.args);
      const seen = [...text.matchAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].map(([id]) => id);
      const found = seen.filter((id) => ids.has(id) && !sent.includes(id));
      expect({ title, found, isNamed: text.includes(`${side.theirs.label}-`) }).toEqual({
        title,
        found: [],
        isNamed: false,
      });
    });
    await close();
    return calls;
  };

  beforeAll(async () => {
    for (const one of [mine, theirs]) for (const kind of kinds) await one.another(kind).then(() => one.id(kind));
    const secret = (await ada.post('/projects', { name: 'hidden-project', is_private: true })).body.id as string;
    const hidden = new Records(world, ada, 'hidden', { given: { projects: secret } });
    const [bo, cy] = [await world.member(ada), await world.member(ada)];
    const elsewhere = new Records(world, ada, 'elsewhere', { blueprint: 'task-digest' });
    const hers = new Records(world, eve, 'hers', { blueprint: 'task-digest' });
    sides = {
      owner: { caller: ada, own: mine, elsewhere, theirs },
      member: { caller: bo, own: mine, elsewhere, theirs },
      filtered: { caller: cy, own: mine, elsewhere, theirs: hidden, kinds: ofProjects },
      stranger: { caller: eve, own: theirs, elsewhere: hers, theirs: mine },
    };
  });

  it.each([
    ['by any member of another', () => [sides.owner, sides.member], eve],
    ['by one who has the same kinds of records', () => [sides.stranger], ada],
  ] as const)('in a tenant are neither seen nor changed by any tool, %s', async (_, attackers, victim) => {
    const prepared = await Promise.all(attackers().map(async (side) => ({ side, attacks: await attacksOf(side) })));
    const [ids, before] = [await idsOf(world.databaseUrl, victim.tenantId), await stateOf(victim.tenantId)];
    for (const { side, attacks } of prepared)
      expect(await find(side, attacks, ids)).toBeGreaterThanOrEqual(callsOfEach);
    expect(await stateOf(victim.tenantId)).toEqual(before);
  });

  it('in a private project are not seen by other members', async () => {
    const { filtered } = sides;
    const ids = new Set(await Promise.all(ofProjects.map((kind) => filtered.theirs.id(kind))));
    expect(await find(filtered, await attacksOf(filtered), ids)).toBeGreaterThanOrEqual(callsOfEach);
  });
});
