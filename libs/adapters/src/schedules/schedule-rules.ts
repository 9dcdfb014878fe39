import type { Bind } from '@tandem/platform/postgres/statements';

/* Rules of `AgentSchedule` in SQL, on rows `t`, named after its methods; the test of the store compares both. */

export const isDue = (now = 'now()') => `t.next_at <= ${now}`;

/** The owner first, then the members who changed it. */
export const worksFor = `to_json(array(select m from unnest(t.member_id || array(
  select (o ->> 'memberId')::uuid from jsonb_array_elements(t.rights -> 'others') o)) with ordinality u (m, n)
  where m is not null group by m order by min(n)))`;

/** `id` is of a member or an API key. */
export function worksOnBehalfOf(id: string, bind: Bind): string {
  const given = `${bind(id)}::uuid`;
  return `(t.member_id = ${given} or t.rights ->> 'keyId' = ${given}::text or exists (
    select from jsonb_array_elements(t.rights -> 'others') o
    where ${given}::text in (o ->> 'memberId', o ->> 'keyId')))`;
}
