import { createHash } from 'node:crypto';
import type { JsonSchema } from '@tandem/platform/view';

/** Values that read well in the reference, by the name of their field; a field they do not fit gets one by its type. */
const samples: Record<string, unknown> = {
  action: 'task.created',
  actor_id: exampleId('actor_id'),
  actor_type: 'member',
  agent_blueprint: 'task-digest',
  agent_kind: 'task-digest',
  api_key: 'wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt',
  'ApiKey.name': 'CI',
  'ApiKeyWithSecret.name': 'CI',
  blueprint: 'task-digest',
  'Blueprint.access': ['tasks:read', 'notes:write'],
  'Blueprint.slug': 'task-digest',
  'Blueprint.title': 'Task digest',
  channel_type: 'email',
  channel_value: 'ada@example.com',
  channels: ['tasks'],
  code: 'inv_4f7Qm2ZxT9cRkV1bNs6YwE8hLpJd3GuA0Xr5Zt',
  cron_expression: '0 9 * * 1-5',
  currency: 'EUR',
  default_country: 'DE',
  description: 'For the launch in December.',
  detail: 'This field is required.',
  display_name: 'Ada Lovelace',
  display_order: 1,
  due_date: '2026-12-24',
  email: 'ada@example.com',
  entity_type: 'task',
  event_types: ['task.*'],
  identifier: 'WEB-12',
  ip_address: '192.0.2.10',
  is_active: true,
  is_enabled: true,
  key: 'wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt',
  key_hint: 'wsk_live_…5Zt4',
  kind: 'task-digest',
  language: 'en',
  limit: 50,
  'Member.name': 'Ada Lovelace',
  'member.name': 'Ada Lovelace',
  metadata: { source: 'import' },
  name: 'Website',
  next_task_number: 13,
  period_days: 30,
  position: 1024,
  'Project.identifier': 'WEB',
  'Project.status': 'active',
  provider: 'openai',
  q: 'launch',
  read_count: 120,
  request_count: 150,
  resource_type: 'task',
  rights: { tasks: 'write', projects: 'read' },
  role: 'member',
  schema: { type: 'object' },
  scopes: ['tasks:write', 'projects:read'],
  sequence: 42,
  signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  slug: 'acme',
  tags: ['launch'],
  tools: ['create_note'],
  'Tenant.name': 'Acme',
  timezone: 'Europe/Berlin',
  title: 'Write the launch post',
  type: 'task.created',
  url: 'https://example.com/hook',
  user_agent: 'curl/8.5.0',
  version: '1.0.0',
  value: 'ada@example.com',
  write_count: 30,
};

export type SchemaByName = (name: string) => JsonSchema;

/** A value that the schema accepts and that reads like a real one; `name` is `field` or `Owner.field`. */
export function exampleOf(schema: JsonSchema, name: string, byName: SchemaByName): unknown {
  if (typeof schema.$ref === 'string') {
    const view = schema.$ref.split('/').pop()!;
    return exampleOf(byName(view), view, byName);
  }
  if (Array.isArray(schema.oneOf)) return exampleOf(schema.oneOf[0] as JsonSchema, name, byName);
  const sample = [name, fieldOf(name)].map(sampleOf).find((value) => value !== undefined && fits(value, schema));
  if (sample !== undefined) return sample;
  return typesOf(schema).includes('null') ? null : byType(schema, name, byName);
}

const fieldOf = (name: string) => name.split('.').pop()!;
const sampleOf = (name: string) => (Object.hasOwn(samples, name) ? samples[name] : undefined);

function byType(schema: JsonSchema, name: string, byName: SchemaByName): unknown {
  switch (typesOf(schema)[0]) {
    case 'string':
      return textOf(schema, fieldOf(name));
    case 'integer':
    case 'number':
      return Math.max(0, (schema.minimum as number | undefined) ?? 0);
    case 'boolean':
      return false;
    case 'array':
      return schema.items ? [exampleOf(schema.items as JsonSchema, name, byName)] : [];
    default:
      return objectOf(schema, fieldOf(name), byName);
  }
}

function objectOf(schema: JsonSchema, owner: string, byName: SchemaByName): unknown {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(fields.map(([wire, field]) => [wire, exampleOf(field, `${owner}.${wire}`, byName)]));
}

function textOf(schema: JsonSchema, wire: string): string {
  if (Array.isArray(schema.enum)) return String(schema.enum[0]);
  const formats: Record<string, string> = {
    uuid: exampleId(wire),
    date: '2026-12-01',
    'date-time': '2026-11-21T09:30:00.000Z',
    email: 'ada@example.com',
    uri: 'https://example.com',
  };
  return formats[schema.format as string] ?? 'text'.padEnd((schema.minLength as number | undefined) ?? 0, 't');
}

/** A UUIDv7 that is the same for the same field everywhere. */
export function exampleId(wire: string): string {
  const hex = createHash('sha256').update(wire).digest('hex');
  return `019ab1c2-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat() as string[];

/** True when the value has the schema's type and keeps to its enum, pattern and lengths; members are not looked at. */
export function fits(value: unknown, schema: JsonSchema): boolean {
  const types = typesOf(schema);
  if (types.length && !types.includes(typeOf(value))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  // A list of records is not the list of texts that another field of its name is.
  if (Array.isArray(value) && (schema.items as JsonSchema | undefined)?.$ref) return false;
  return typeof value !== 'string' || textFits(value, schema);
}

function textFits(value: string, { pattern, format, maxLength = Infinity }: JsonSchema): boolean {
  const ownFormats: Record<string, RegExp> = {
    uuid: /^[0-9a-f-]{36}$/,
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /^\d{4}-\d\d-\d\dT/,
    email: /@/,
    uri: /^https?:/,
  };
  const form = ownFormats[format as string];
  return (
    value.length <= (maxLength as number) &&
    (!form || form.test(value)) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
