import { faultOf, taken } from '@tandem/platform/feature/check/fault';
import type { Feature } from '@tandem/platform/feature/feature';
import type { KeyProvider } from './key-provider.js';

export const checkProviders = (provided: readonly { feature: Feature; thing: KeyProvider }[]): string[] => [
  ...taken(
    'the provider',
    provided.map(({ feature, thing }) => ({ feature, name: thing.id })),
  ),
  ...provided.flatMap(({ feature, thing }) => faultsOf(thing).map((fault) => faultOf(feature, fault))),
];

function faultsOf({ id, row: { title, check, headers, baseUrl } }: KeyProvider): string[] {
  const hasForm = /^[a-z0-9][a-z0-9-]{0,62}$/.test(id);
  const isComplete =
    typeof title === 'string' &&
    /^(GET|POST) \//.test(check) &&
    Object.values(headers).some((value) => value.includes('{key}')) &&
    (baseUrl === null || URL.canParse(baseUrl));
  return [
    ...(hasForm ? [] : [`the provider ${id} must be lower case words with hyphens`]),
    ...(isComplete ? [] : [`the provider ${id} needs a title, a check such as GET /me, and headers that hold {key}`]),
  ];
}
