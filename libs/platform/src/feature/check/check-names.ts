import { ownSettings } from '../../settings/settings.js';
import type { Feature } from '../feature.js';
import { nameUses, faultOf, taken } from './fault.js';

interface Rule {
  what: string;
  of: (feature: Feature) => readonly string[];
  form?: RegExp;
  must?: string;
}

const migrationsOf = ({ migrations = [] }: Feature) => migrations.map(({ name }) => name);
const stamp = /\d{13}$/;

const rules: readonly Rule[] = [
  { what: 'the job', of: ({ jobs = [] }) => jobs.map(({ name }) => name) },
  {
    what: 'the setting',
    of: ({ settings = {} }) => Object.keys(settings),
    form: new RegExp(`^(?!(${ownSettings.join('|')})$)`),
    must: 'have another name: that one is taken by Tandem',
  },
  { what: 'the table', of: ({ tables = [] }) => tables.map(({ options }) => options.tableName!) },
  {
    what: 'the migration',
    of: migrationsOf,
    form: stamp,
    must: 'end with 13 digits, the milliseconds at which it was written',
  },
  { what: 'the problem code', of: ({ problems }) => [...(problems?.keys() ?? [])] },
  { what: 'the entity type', of: ({ entities = {} }) => Object.keys(entities) },
  {
    what: 'the domain of rights',
    of: ({ domains = {} }) => Object.keys(domains),
    form: /^[a-z][a-z_]{0,39}$/,
    must: 'be letters a-z and underscores',
  },
  {
    what: 'the linkable type',
    of: ({ linkable = {} }) => Object.keys(linkable),
    form: /^[a-z][a-z_]{0,19}$/,
    must: 'be 1 to 20 letters a-z and underscores',
  },
  {
    what: 'the event type',
    of: ({ publishes = [], audits = [] }) => [...publishes, ...audits].map(({ type }) => type),
    form: /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/,
    must: 'be a resource type, a dot and a verb, such as goal.reached',
  },
];

/** Runs alone, because the parts of features with the same name would be reported as well. */
export const checkDoubled = (features: readonly Feature[]) =>
  taken(
    'the name',
    nameUses(features, ({ name }) => [name]),
  );

export const checkNames = (features: readonly Feature[]): string[] => [
  ...features.filter(({ name }) => !/^[a-z][a-z0-9-]*$/.test(name)).map((feature) => faultOf(feature, nameForm)),
  ...rules.flatMap((rule) => faultsOf(rule, features)),
  ...takenStamps(features),
];

const nameForm = 'its name must be lower case words with hyphens: it names a queue and a tag of the documentation';

function faultsOf({ what, of, form, must }: Rule, features: readonly Feature[]): string[] {
  const all = nameUses(features, of);
  const wrong = all.filter(({ name }) => form && !form.test(name));
  return [...taken(what, all), ...wrong.map(({ feature, name }) => faultOf(feature, `${what} ${name} must ${must}`))];
}

/** Migrations that share a timestamp, except one that is listed twice: its name is reported. */
function takenStamps(features: readonly Feature[]): string[] {
  const byName = new Map(nameUses(features, migrationsOf).map((use) => [use.name, use]));
  const stamps = [...byName.values()].flatMap(({ feature, name }) => ({ feature, name: stamp.exec(name)?.[0] ?? '' }));
  return taken(
    'the timestamp of a migration',
    stamps.filter(({ name }) => name),
  );
}
