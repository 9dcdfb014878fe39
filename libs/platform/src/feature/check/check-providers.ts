import type { Feature } from '../feature.js';
import { claims, type Fault, faultOf, taken } from './fault.js';

/** Products whose keys can be stored: each under an id of its own. */
export function checkProviders(features: readonly Feature[]): Fault[] {
  const ids = claims(
    features,
    ({ providers = {} }) => Object.keys(providers),
    (id) => id,
  );
  return [
    ...taken('the provider', ids),
    ...ids
      .filter(({ name }) => !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name))
      .map(({ feature, name }) => faultOf(feature, `the provider ${name} must be lower case words with hyphens`)),
    ...ids
      .filter(({ feature, name }) => !isAskable(feature.providers![name]!))
      .map(({ feature, name }) =>
        faultOf(feature, `the provider ${name} needs a title, a check such as GET /me, and headers that hold {key}`),
      ),
  ];
}

const isAskable = ({ title, check, headers, baseUrl }: NonNullable<Feature['providers']>[string]) =>
  typeof title === 'string' &&
  /^(GET|POST) \//.test(check) &&
  Object.values(headers).some((value) => value.includes('{key}')) &&
  (baseUrl === null || URL.canParse(baseUrl));
