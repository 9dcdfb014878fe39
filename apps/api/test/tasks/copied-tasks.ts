/** SQL that inserts copies of the tasks `t`, with these expressions for other columns. */
export function copiesOfTasks(changed: Readonly<Record<string, string>>): string {
  const kept = ['tenant_id', 'title', 'priority', 'position', 'metadata', 'status_id', 'status_category'];
  const columns: Record<string, string> = {
    id: 'gen_random_uuid()',
    ...Object.fromEntries([...kept, 'project_id', 'created_at', 'updated_at'].map((name) => [name, `t.${name}`])),
    ...changed,
  };
  return `insert into tasks (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}`;
}
