import { App, authTypes } from '@tandem/domain/apps/app';
import { probeFaults, type ProbeResult } from '@tandem/domain/apps/probe-result';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, schemasOf, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, nullable, oneOf, shaped, text } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';

const auth = {
  type: 'object',
  properties: schemasOf({
    type: shown(oneOf(authTypes), '`none`, or `bearer`: the token is sent as `Authorization: Bearer`.', 'bearer'),
    has_token: shown(bool, 'Whether a token is stored; the token itself is never returned.', true),
  }),
  required: ['type', 'has_token'],
};

export const appFields = fields(App, 'apps', {
  id,
  tenantId,
  slug: shown(
    text,
    'Identifies the app in paths: lower-case letters, digits and hyphens, unique in the tenant.',
    'billing',
  ),
  name: shown(text, 'Name of the app.', 'Billing'),
  url: shown(
    text,
    'URL of the MCP server (Streamable HTTP). Changing the host clears the stored token.',
    'https://mcp.example.com/mcp',
  ),
  authType: hidden(text),
  sealedToken: hidden(nullable(text)),
  auth: derived(
    from(
      { column: `json_build_object('type', t.auth_type, 'has_token', t.sealed_token is not null)` },
      shaped(auth, ({ type, hasToken }: App['auth']) => ({ type, has_token: hasToken })),
    ),
    'How Tandem authenticates to the app.',
    { type: 'bearer', has_token: true },
  ),
  reachable: shown(nullable(bool), 'Whether the last probe could list all tools; null before the first.', true),
  lastProbedAt: shown(
    nullable(instant),
    'When the last probe ended; null before the first.',
    '2026-11-21T09:30:00.000Z',
  ),
  lastProbeReason: shown(nullable(oneOf(probeFaults)), 'Why the last probe failed; null if it did not.'),
  createdAt,
  updatedAt,
});
export const appView = appFields.view;

export const probeResultView = view<ProbeResult>()('AppProbeResult', {
  lastProbedAt: shown(instant, 'When this probe ended.', '2026-11-21T09:30:00.000Z'),
  reachable: shown(bool, 'True if all tools could be listed.', true),
  toolsDiscovered: shown(int32, 'Number of tools that the app offers; 0 if the probe failed.', 3),
  toolsAdded: shown(int32, 'Number of new tools.', 1),
  toolsRemoved: shown(int32, 'Number of tools that are no longer offered.', 0),
  toolsChanged: shown(int32, 'Number of tools whose definition changed: they are quarantined until accepted.', 0),
  reason: shown(nullable(oneOf(probeFaults)), 'Why the probe failed; null if it did not.'),
});
