import type { Feature } from '../feature.js';
import { type Claim, claims, type Fault, faultOf, taken } from './fault.js';

/** Tables, migrations and the stores of records that others refer to. */
export function checkStorage(features: readonly Feature[]): Fault[] {
  const tables = claims(
    features,
    (feature) => feature.tables ?? [],
    ({ options }) => options.tableName!,
  );
  const types = claims(
    features,
    ({ entities = {} }) => Object.keys(entities),
    (type) => type,
  );
  return [
    ...taken('the table', tables),
    ...migrationFaults(features),
    ...taken('the entity type', types),
    ...features.flatMap(unknownSealed),
  ];
}

function migrationFaults(features: readonly Feature[]): Fault[] {
  const all = claims(
    features,
    ({ migrations = [] }) => migrations,
    ({ name }) => name,
  );
  const hasStamp = ({ name }: Claim) => stampOf(name) !== undefined;
  const form = 'must end with 13 digits, the milliseconds at which it was written';
  return [
    ...taken('the migration', all),
    ...all
      .filter((claim) => !hasStamp(claim))
      .map(({ feature, name }) => faultOf(feature, `the migration ${name} ${form}`)),
    ...taken('the timestamp of a migration', unlike(all.filter(hasStamp))),
  ];
}

const stampOf = (migration: string) => /\d{13}$/.exec(migration)?.[0];

/** A migration that is there twice is told as such alone. */
const unlike = (all: readonly { feature: Feature; name: string }[]) =>
  [...new Map(all.map((claim) => [claim.name, claim])).values()].map(({ feature, name }) => ({
    feature,
    name: stampOf(name)!,
  }));

function unknownSealed(feature: Feature): Fault[] {
  const { sealed = [], tables = [] } = feature;
  const columns = new Set(
    tables.flatMap(({ options }) =>
      Object.values(options.columns).map((column) => `${options.tableName}.${(column as { name: string }).name}`),
    ),
  );
  return sealed
    .map(({ table, column }) => `${table}.${column}`)
    .filter((place) => !columns.has(place))
    .map((place) => faultOf(feature, `sealed names the column ${place}, which none of its tables has`));
}
