import { expect } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import type { Caller } from '@tandem/testing/world';

/** Starts a run of a blueprint; its id. */
export async function startRun(caller: Caller, blueprint: string, input: object = {}): Promise<string> {
  const { status, body } = await caller.post(`/agents/${blueprint}/runs`, { input });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id as string;
}

/** Waits for the end of a run, which is this; the run. */
export const endOf = (caller: Caller, blueprint: string, id: string, status = 'succeeded') =>
  eventually(async () => {
    const { body } = await caller.get(`/agents/${blueprint}/runs/${id}`);
    expect([body.status, body.failure_detail]).toEqual([status, status === 'succeeded' ? null : body.failure_detail]);
    return body;
  });

/** Starts a run and waits until it has succeeded; its output. */
export const outputOf = async (caller: Caller, blueprint: string, input: object = {}) =>
  (await endOf(caller, blueprint, await startRun(caller, blueprint, input))).output;
