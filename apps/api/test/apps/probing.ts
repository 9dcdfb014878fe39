import { expect } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { busyMachineMillis } from '@tandem/testing/eventually';
import type { Caller } from '@tandem/testing/world';

/** A new app at this address; its slug. */
export async function connect(caller: Caller, url: string, fields: object = {}): Promise<string> {
  const slug = `app-${newId()}`;
  const { status } = await caller.post('/apps', { slug, name: slug, url, ...fields });
  expect(status).toBe(201);
  return slug;
}

/** What a probe says, which is never long in coming. */
export async function probe(caller: Caller, slug: string): Promise<Record<string, unknown>> {
  const started = Date.now();
  const response = await caller.post(`/apps/${slug}/probe`);
  expect(response.status).toBe(200);
  expect(Date.now() - started).toBeLessThan(10_000 + busyMachineMillis);
  return response.body as Record<string, unknown>;
}
