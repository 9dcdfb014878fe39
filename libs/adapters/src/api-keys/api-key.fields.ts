import { ApiKey, environments } from '@tandem/domain/api-keys/api-key';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, nullable, oneOf, text, texts, uuid } from '@tandem/platform/view/kinds';

export const apiKeyFields = fields(ApiKey, 'api_keys', {
  id,
  tenantId,
  memberId: shown(uuid, 'The member on whose behalf the key acts; it never has more rights than they do.'),
  name: shown(text, 'Name of the key, such as the program that uses it.', 'CI'),
  environment: shown(
    oneOf(environments),
    '`live`, or `test`: the same data with a quarter of the limits, and no invitations or budgeted runs.',
    'live',
  ),
  scopes: shown(
    texts,
    'What the key may do, such as tasks:write, or `*` for everything its member may do: ' +
      'see [rights](/docs/rights). Default: `*`.',
    ['tasks:write', 'projects:read'],
  ),
  isActive: shown(bool, 'False pauses the key: it is refused until this is true again.', true),
  keyHint: shown(text, 'The beginning and last four characters of the key, to identify it.', 'wsk_live_…5Zt4'),
  createdAt,
  updatedAt,
  expiresAt: shown(
    nullable(instant),
    'When the key expires; it is refused with api_key_expired from then on. Null for never.',
  ),
  lastUsedAt: shown(
    nullable(instant),
    'When the key was last used, to the minute; null if never.',
    '2026-11-21T10:05:00.000Z',
  ),
  revokedAt: hidden(nullable(instant)),
  toldDaysAhead: hidden(nullable(int32)),
});
export const apiKeyView = apiKeyFields.view;

const example = 'wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4';

export const apiKeyWithSecretView = apiKeyView.with('ApiKeyWithSecret', {
  apiKey: derived(from({ property: 'key' }, text), 'The key itself, shown only once; store it as a secret.', example),
  key: shown(text, 'The same as api_key, for clients of earlier versions; version 2 of the API omits it.', example),
});
