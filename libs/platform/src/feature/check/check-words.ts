import { Vocabulary } from '@tandem/domain/core/vocabulary';
import type { Feature } from '../feature.js';
import { vocabularyOf } from '../feature-vocabulary.js';
import { claims, type Fault, faultOf, taken } from './fault.js';

/** Domains of rights and linkable types. */
export function checkWords(features: readonly Feature[]): Fault[] {
  const own = new Vocabulary();
  const known = vocabularyOf(features);
  const domains = claims(features, domainsOf, (domain) => domain);
  const types = claims(features, typesOf, (type) => type);
  return [
    ...taken('the domain of rights', domains),
    ...taken('the linkable type', types),
    ...domains
      .filter(({ name }) => own.domains.has(name as never))
      .map(({ feature, name }) => faultOf(feature, `the domain of rights ${name} is one of Tandem's own`)),
    ...types
      .filter(({ name }) => own.linkable.has(name as never))
      .map(({ feature, name }) => faultOf(feature, `the linkable type ${name} is one of Tandem's own`)),
    ...domains
      .filter(({ name }) => !/^[a-z][a-z_]{0,39}$/.test(name))
      .map(({ feature, name }) => faultOf(feature, `the domain of rights ${name} must be letters a-z and underscores`)),
    ...features.flatMap((feature) =>
      Object.keys(feature.linkable ?? {}).flatMap((type) => ofType(feature, type, known)),
    ),
  ];
}

const domainsOf = ({ domains = {} }: Feature) => Object.keys(domains);
const typesOf = ({ linkable = {} }: Feature) => Object.keys(linkable);

function ofType(feature: Feature, type: string, known: Vocabulary): Fault[] {
  const { domain, path } = (feature.linkable as Record<string, { domain: string; path?: string }>)[type]!;
  const faults = [];
  if (!/^[a-z][a-z_]{0,19}$/.test(type)) faults.push('must be 1 to 20 letters a-z and underscores');
  if (!feature.entities?.[type]) faults.push('has no store among its entities to look it up in');
  if (!known.domains.has(domain as never)) faults.push(`belongs to the unknown domain of rights ${domain}`);
  if (path !== undefined && !/^\/.*\{id\}/.test(path)) faults.push(`has the path ${path}, which does not hold {id}`);
  return faults.map((fault) => faultOf(feature, `the linkable type ${type} ${fault}`));
}
