import type { Bind } from '@tandem/platform/postgres/params';

/*
 * Rules of `AgentSchedule` and of its delegation in SQL, for many rows `t` at once. Each has the name of what it repeats, and the test
 * of the store checks that both do the same.
 */

export const isDue = `t.next_at <= now()`;

/** Of a member or an API key. */
export function worksOnBehalfOf(id: string, bind: Bind): string {
  const [it, text] = [bind(id), bind(id.toLowerCase())];
  return `(t.member_id = ${it} or t.rights ->> 'keyId' = ${text} or exists (
    select from jsonb_array_elements(t.rights -> 'others') o where ${text} in (o ->> 'memberId', o ->> 'keyId')))`;
}
