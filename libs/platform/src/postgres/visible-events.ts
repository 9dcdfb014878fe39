/**
 * True when the event of the row `event` is within a reach: `reach` is the SQL of a jsonb value as `eventReach` makes it. Whether
 * a project is private is asked as it stands now, of deleted ones too.
 */
export function isWithin(event: string, reach: string): string {
  const isOnAny = (list: string) => `${event}.channels && array(select jsonb_array_elements_text(${list}))`;
  return `not (${isOnAny(`${reach} -> 'hidden'`)})
    and not exists (select from jsonb_each(${reach} -> 'only') o where o.key = any(${event}.channels) and not (${isOnAny('o.value')}))
    and (${reach} -> 'admitted' = 'null' or ${isOnAny(`nullif(${reach} -> 'admitted', 'null')`)} or not exists (
      select from unnest(${event}.channels) as channel
        join projects p on p.tenant_id = ${event}.tenant_id and p.id = case when channel like 'project\\_%' then substr(channel, 9)::uuid end
      where p.is_private))`;
}
