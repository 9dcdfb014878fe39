import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { asPipeline, type ShownDeal } from './sales.js';

type Compare = (a: ShownDeal, b: ShownDeal) => number;

const random = <T>(among: readonly T[]) => among[Math.floor(Math.random() * among.length)]!;
const inOrder = <T>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1);
const byCurrency: Compare = (a, b) => inOrder(a.currency, b.currency);
const dayOf = ({ expected_close_date: day }: ShownDeal, absent: string) => day ?? absent;
const amountOf = ({ amount_cents: amount }: ShownDeal, absent: number) => amount ?? absent;

const keys: Record<string, Compare> = {
  created_at: (a, b) => inOrder(b.created_at, a.created_at),
  updated_at: (a, b) => inOrder(b.updated_at, a.updated_at),
  expected_close_date: (a, b) => inOrder(dayOf(a, '~'), dayOf(b, '~')),
  '-expected_close_date': (a, b) => inOrder(dayOf(b, ''), dayOf(a, '')),
  amount: (a, b) => byCurrency(a, b) || inOrder(amountOf(b, -1), amountOf(a, -1)),
  '-amount': (a, b) => byCurrency(b, a) || inOrder(amountOf(a, Infinity), amountOf(b, Infinity)),
  position: (a, b) => inOrder(a.position, b.position),
};

describe('the order of deals', () => {
  const { ada } = useWorld();
  let deal: (fields?: object) => Promise<ShownDeal>;

  const add = () =>
    deal({
      amount_cents: random([null, 0, 1, 9, 10, 1_250_000, 2 ** 53 - 1]),
      currency: random(['CHF', 'EUR', 'USD']),
      expected_close_date: random([null, '2026-12-18', '2027-01-02', '0001-01-01', '9999-12-31']),
    });

  beforeAll(async () => {
    ({ deal } = await asPipeline(ada));
    for (let n = 0; n < 80; n++) {
      const { id, stage_id } = await add();
      if (n % 4 === 0) await ada.post(`/deals/${id}/move`, { stage_id, position: random([-5, 0, 7]) });
    }
  });

  const pages = async (query: string, between: () => Promise<unknown> = async () => {}): Promise<ShownDeal[]> => {
    const found: ShownDeal[] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await ada.get(`/deals?limit=13&${query}${cursor}`);
      expect([query, status]).toEqual([query, 200]);
      found.push(...(body.data as ShownDeal[]));
      if (!body.next_cursor) return found;
      cursor = `&cursor=${body.next_cursor}`;
      await between();
    }
  };

  const orders = ['created_at', 'updated_at', 'expected_close_date', 'amount', 'position'];

  it.each(orders.flatMap((name) => [name, `-${name}`]))('follows %s through all pages', async (sort) => {
    const found = await pages(`sort=${sort}`);
    expect(new Set(found.map(({ id }) => id)).size).toBe(80);
    const compare = keys[sort] ?? ((a: ShownDeal, b: ShownDeal) => keys[sort.slice(1)]!(b, a));
    for (const [index, one] of found.entries())
      if (index) expect([sort, one, compare(found[index - 1]!, one)]).not.toEqual([sort, one, 1]);
  });

  it.each(['amount', '-amount', '-expected_close_date', 'position'])(
    'of %s has neither gap nor repeat while deals are added',
    async (sort) => {
      const before = (await pages(`sort=${sort}`)).map(({ id }) => id);
      const found = new Set<string>();
      const listed = await pages(`sort=${sort}`, () => Promise.all([add(), add()]));
      for (const { id } of listed) found.add(id);
      expect(found.size).toBe(listed.length);
      expect(before.filter((id) => !found.has(id))).toEqual([]);
    },
  );
});
