import { expect } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import type { Caller } from '@tandem/testing/world';

export interface Result {
  type: string;
  id: string;
  title: string;
  identifier: string | null;
  url: string;
  matched: string[];
  snippet: { text: string; marks: [start: number, length: number][] };
  corrected: { from: string; to: string } | null;
  record: Record<string, unknown>;
}

interface Last {
  sequence: number;
  data: { id: string };
}

type Filters = Record<string, string>;

export const searchPath = (q: string, filters: Filters = {}) =>
  `/search?${new URLSearchParams({ q, ...filters }).toString()}`;

export async function search(by: Caller, q: string, filters?: Filters): Promise<Result[]> {
  const { status, body } = await by.get(searchPath(q, filters));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data as Result[];
}

export const idsOf = async (by: Caller, q: string, filters?: Filters): Promise<string[]> =>
  (await search(by, q, filters)).map(({ id }) => id);

/** Searches until the record is found. */
export const found = (by: Caller, q: string, id: string): Promise<Result> =>
  eventually(async () => {
    const result = (await search(by, q)).find((one) => one.id === id);
    expect(result).toBeDefined();
    return result!;
  });

/** Resolves once the index contains all that has been written so far. */
export async function indexed(by: Caller): Promise<void> {
  const { id } = await created(by, '/labels', { name: `l${Math.random().toString(36)}`, color: '#ffffff' });
  await eventually(async () => {
    const { data: events } = (await by.get('/webhook-events?type=label.created&limit=1')).body as { data: Last[] };
    expect(events[0]?.data.id).toBe(id);
    const { headers } = await by.get(searchPath('anything'));
    expect(Number(headers['x-indexed-through'])).toBeGreaterThanOrEqual(events[0]!.sequence);
  });
}

export const created = async (by: Caller, path: string, body: object): Promise<Record<string, string>> => {
  const response = await by.post(path, body);
  expect({ path, status: response.status, body: response.body }).toMatchObject({ status: 201 });
  return response.body as Record<string, string>;
};

export const marked = ({ snippet: { text, marks } }: Result) =>
  marks.map(([start, length]) => text.slice(start, start + length));
