import type { Vocabulary } from '@tandem/domain/core/vocabulary';
import type { View } from '../../view/view.js';
import { vocabularyOf } from '../feature-vocabulary.js';
import { type Feature, viewsOf } from '../feature.js';
import { faultOf, descriptionOf } from './fault.js';

export function checkParts(features: readonly Feature[]): string[] {
  const vocabulary = vocabularyOf(features);
  return features.flatMap((feature) =>
    [
      jobFaults(feature, vocabulary),
      sealedFaults(feature),
      linkableFaults(feature, vocabulary),
      closedFaults(feature),
      searchableFaults(feature, vocabulary),
    ]
      .flat()
      .map((fault) => faultOf(feature, fault)),
  );
}

const jobFaults = ({ jobs = [] }: Feature, { eventTypes }: Vocabulary): string[] =>
  jobs.flatMap(({ name, on = [], everySeconds = 1 }) => [
    ...(on === '*' ? [] : on)
      .filter((type) => !eventTypes.includes(type))
      .map((type) => `the job ${name} subscribes to the event ${type}, which no feature publishes`),
    ...(everySeconds > 0 ? [] : [`the job ${name} must have an interval of more than 0 seconds`]),
  ]);

function sealedFaults({ sealed = [], tables = [] }: Feature): string[] {
  const columns = tables.flatMap(({ options }) =>
    Object.values(options.columns).map((column) => `${options.tableName}.${(column as { name: string }).name}`),
  );
  return sealed
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !columns.includes(name))
    .map((name) => `sealed names the column ${name}, which none of its tables has`);
}

function linkableFaults({ linkable = {}, entities = {} }: Feature, { domains }: Vocabulary): string[] {
  return Object.entries(linkable as Record<string, { domain: string | null; path?: string }>).flatMap(
    ([type, { domain, path }]) => {
      const faults = [];
      if (domain !== null && !entities[type]) faults.push('has no store among the entities of its feature');
      if (domain !== null && !domains.has(domain as never))
        faults.push(`belongs to the unknown domain of rights ${domain}`);
      if (path !== undefined && !/^\/.*\{id\}/.test(path))
        faults.push(`has the path ${path}, which does not contain {id}`);
      return faults.map((fault) => `the linkable type ${type} ${fault}`);
    },
  );
}

const searchableFaults = ({ searchable = [], entities = {} }: Feature, { domains }: Vocabulary): string[] =>
  searchable.flatMap(({ type, domain, path }) => [
    ...(entities[type] ? [] : [`the searchable type ${type} has no store among the entities of its feature`]),
    ...(domains.has(domain) ? [] : [`the searchable type ${type} belongs to the unknown domain of rights ${domain}`]),
    ...(path.startsWith('/') ? [] : [`the searchable type ${type} has the path ${path}, which does not begin with /`]),
  ]);

const closedFaults = ({ closedTo = {} }: Feature): string[] =>
  Object.entries(closedTo)
    .filter(([to, what]) => !['models', 'agents'].includes(to) || !['all', 'changes'].includes(what))
    .map(([to, what]) => `closedTo closes ${what} to ${to}; it closes all or changes, to models or agents`);

/** A view's name is that of a schema in the OpenAPI document, so no two views may share it. */
export function checkViews(features: readonly Feature[]): string[] {
  const known = new Map<string, { view: View; feature: Feature }>();
  const faults = new Set<string>();
  const know = (view: View, feature: Feature) => {
    const other = known.get(view.name);
    if (other?.view === view) return;
    if (other)
      return void faults.add(
        faultOf(feature, `the view name ${view.name} is taken by a view of ${descriptionOf(other.feature)}`),
      );
    known.set(view.name, { view, feature });
    for (const inner of view.inner) know(inner, feature);
  };
  for (const feature of features) for (const view of viewsOf(feature)) know(view, feature);
  return [...faults];
}
