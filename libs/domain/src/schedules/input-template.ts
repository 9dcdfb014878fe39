interface TemplateValues {
  scheduled_for: Date;
  last_succeeded_at: Date;
}

const placeholder = /\{\{\s*(scheduled_for|last_succeeded_at)\s*\}\}/g;

/** Replaces `{{scheduled_for}}` and `{{last_succeeded_at}}` in texts by RFC 3339 in UTC. */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string')
    return template.replace(placeholder, (_, name: keyof TemplateValues) => values[name].toISOString());
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillTemplate(value, values)]));
}
