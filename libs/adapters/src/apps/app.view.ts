import { type App, authTypes } from '@tandem/domain/apps/app';
import type { AppTool } from '@tandem/domain/apps/app-tool';
import { type ProbeResult, probeFaults } from '@tandem/domain/apps/probe-result';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import {
  bool,
  from,
  instant,
  int32,
  jsonObject,
  type Kind,
  nullable,
  oneOf,
  shaped,
  text,
  uuid,
} from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { isQuarantined } from './app-rules.js';
import { appsGlossary } from './apps.glossary.js';

const auth: JsonSchema = {
  type: 'object',
  properties: { type: { type: 'string', enum: [...authTypes] }, has_token: { type: 'boolean' } },
  required: ['type', 'has_token'],
};

export const appView = view<App>(appsGlossary)('App', {
  id: uuid,
  tenant_id: uuid,
  slug: text,
  name: text,
  url: text,
  auth: from(
    { column: `json_build_object('type', t.auth_type, 'has_token', t.sealed_token is not null)` },
    shaped(auth, ({ type, hasToken }: App['auth']) => ({ type, has_token: hasToken })),
  ),
  reachable: nullable(bool),
  last_probed_at: nullable(instant),
  last_probe_reason: nullable(oneOf(probeFaults)),
  created_at: instant,
  updated_at: instant,
});

const defined = (field: string, kind: Kind) => {
  const json = (definition: AppTool['definition']) => definition[field] ?? null;
  return from({ column: `t.definition->'${field}'`, property: 'definition' }, shaped(kind.schema, json));
};

export const appToolView = view<AppTool>(appsGlossary)('AppTool', {
  id: uuid,
  app_id: uuid,
  name: text,
  title: defined('title', nullable(text)),
  description: defined('description', nullable(text)),
  input_schema: defined('inputSchema', jsonObject),
  output_schema: defined('outputSchema', nullable(jsonObject)),
  annotations: defined('annotations', nullable(jsonObject)),
  definition_hash: text,
  is_quarantined: from({ column: isQuarantined }, bool),
  is_read_only: bool,
  created_at: instant,
  updated_at: instant,
});

export const probeResultView = view<ProbeResult>(appsGlossary)('AppProbeResult', {
  last_probed_at: instant,
  reachable: bool,
  tools_discovered: int32,
  tools_added: int32,
  tools_removed: int32,
  tools_changed: int32,
  reason: nullable(oneOf(probeFaults)),
});
