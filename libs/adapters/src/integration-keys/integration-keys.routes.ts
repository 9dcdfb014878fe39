import { DeleteIntegrationKey } from '@tandem/domain/integration-keys/delete-integration-key';
import { IntegrationKeys } from '@tandem/domain/integration-keys/integration-keys.port';
import { type KeyFault, refused } from '@tandem/domain/integration-keys/key-verdict';
import { StoreIntegrationKey } from '@tandem/domain/integration-keys/store-integration-key';
import { VerifyIntegrationKey } from '@tandem/domain/integration-keys/verify-integration-key';
import { DELETE, GET, nothing, one, pageOf, POST, PUT } from '@tandem/platform/feature/feature';
import { list, query } from '@tandem/platform/feature/queries';
import { PageInput } from '@tandem/platform/inputs/inputs';
import { integrationKeyView, keyVerdictView } from './integration-key.fields.js';
import { KeyByProvider, StoreIntegrationKeyInput } from './integration-keys.inputs.js';

/** Reasons of a verification by the status that other operations would respond with. */
const faults: Record<number, KeyFault> = {
  400: 'unknown_provider',
  401: 'auth_failed',
  403: 'auth_failed',
  404: 'auth_failed',
  409: 'rate_limited',
  429: 'rate_limited',
};

export const integrationKeyRoutes = [
  PUT('/integration-keys/:provider', 'integration_keys:write', 'Store the key of a provider; it is never shown again', {
    input: StoreIntegrationKeyInput,
    run: StoreIntegrationKey,
    response: one(integrationKeyView),
    mayBeThere: true,
    location: '/integration-keys/{provider}',
    problems: ['422 url_not_allowed'],
    example: { key: 'sk-example-0123456789' },
  }),
  GET('/integration-keys', 'integration_keys:read', 'List integration keys, shown as hints', {
    input: PageInput,
    run: list(IntegrationKeys),
    response: pageOf(integrationKeyView),
  }),
  GET('/integration-keys/:provider', 'integration_keys:read', 'Get an integration key, shown as a hint', {
    input: KeyByProvider,
    run: query('GetIntegrationKey', [IntegrationKeys], ({ provider }: KeyByProvider, keys) => keys.readOf(provider)),
    response: one(integrationKeyView),
  }),
  DELETE('/integration-keys/:provider', 'integration_keys:write', 'Delete the key of a provider', {
    input: KeyByProvider,
    run: DeleteIntegrationKey,
    response: nothing,
  }),
  POST('/integration-keys/:provider/verify', 'lenient', 'Check whether the provider accepts the stored key', {
    lenient: {
      needs: 'integration_keys:write',
      insteadOf: (status) => refused(faults[status] ?? 'provider_unreachable'),
    },
    description: 'The response is always 200, within ten seconds; valid and reason report the result',
    input: KeyByProvider,
    run: VerifyIntegrationKey,
    response: one(keyVerdictView),
    outside: true,
    trial: true,
  }),
];
