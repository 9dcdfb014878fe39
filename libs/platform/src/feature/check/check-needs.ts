import { ApiCalls } from '@tandem/domain/core/api-calls';
import { Entities } from '@tandem/domain/core/entities';
import { Extensions } from '@tandem/domain/core/extensions';
import { Log } from '@tandem/domain/core/telemetry/log';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Operations } from '@tandem/domain/core/operations';
import { SearchedRecords } from '@tandem/domain/core/searched-records';
import { Sealer } from '@tandem/domain/core/sealer';
import { Stopping } from '@tandem/domain/core/stopping';
import { Transaction } from '@tandem/domain/core/transaction';
import { Egress } from '../../egress/guarded-fetch.js';
import { type Binding, type Feature, PublishedTypes } from '../feature.js';
import { Database } from '../../postgres/database.js';
import { Signals } from '../../postgres/signals.js';
import { Seal } from '../../secrets/seal.js';
import { SettingsToken } from '../../settings/settings-token.js';
import { faultOf, descriptionOf } from './fault.js';

interface Needy {
  readonly name: string;
  readonly length: number;
  readonly needs?: readonly Needy[];
}

const provided: readonly unknown[] = [
  Database,
  Transaction,
  Signals,
  Egress,
  Seal,
  Sealer,
  SettingsToken,
  Entities,
  SearchedRecords,
  Operations,
  PublishedTypes,
  Extensions,
  Stopping,
  Meter,
  Log,
  ApiCalls,
];

export function checkNeeds(features: readonly Feature[]): string[] {
  const bindings = features.flatMap((feature) => (feature.adapters ?? []).map((binding) => ({ feature, binding })));
  const bound = new Map<unknown, Needy>(bindings.map(({ binding }) => [binding.token, binding.to as Needy]));
  const walk = new Walk(bound);
  for (const feature of features) {
    for (const one of builtBy(feature)) walk.visit(one, feature);
    for (const [type, store] of Object.entries(feature.entities ?? {}))
      walk.follow(store, { name: `the entity type ${type}` }, feature);
  }
  return [...boundTwice(bindings), ...walk.faults, ...walk.unbound()];
}

const builtBy = ({ adapters = [], routes = [], jobs = [], provides = [] }: Feature): Needy[] => [
  ...adapters.map(({ to }) => to as Needy),
  ...[...routes, ...jobs].map(({ run }) => run as unknown as Needy),
  ...(provides.filter((thing) => typeof thing === 'function') as unknown as Needy[]),
];

class Walk {
  readonly faults: string[] = [];
  private readonly done = new Set<Needy>();
  private readonly open: Needy[] = [];
  private readonly missing = new Map<Needy, { feature: Feature; by: string[] }>();

  constructor(private readonly bound: ReadonlyMap<unknown, Needy>) {}

  visit(one: Needy, feature: Feature): void {
    if (this.open.includes(one)) return this.report(feature, `${this.cycle(one)} need each other in a circle`);
    if (this.done.has(one)) return;
    this.done.add(one);
    const needs = one.needs ?? [];
    // A class that inherits its constructor has length 0.
    if (one.length > needs.length)
      this.report(feature, `${one.name} names ${needs.length} in its needs, but its constructor takes ${one.length}`);
    this.open.push(one);
    for (const need of needs) this.follow(need, one, feature);
    this.open.pop();
  }

  follow(need: Needy | undefined, by: Pick<Needy, 'name'>, feature: Feature): void {
    if (!need) return this.report(feature, `${by.name} has a need that is undefined: two files import each other`);
    if (provided.includes(need)) return;
    const to = this.bound.get(need) ?? (need.needs ? need : undefined);
    if (to) this.visit(to, feature);
    else this.lack(need, by, feature);
  }

  private lack(need: Needy, { name }: Pick<Needy, 'name'>, feature: Feature): void {
    const known = this.missing.get(need) ?? { feature, by: [] };
    this.missing.set(need, { ...known, by: [...known.by, name] });
  }

  unbound(): string[] {
    return [...this.missing].map(([need, { feature, by }]) => {
      const users = by.length === 1 ? `${by[0]} needs` : `${by.slice(0, -1).join(', ')} and ${by.at(-1)} need`;
      return faultOf(feature, `${users} ${need.name}, for which no feature binds an adapter${this.twin(need)}`);
    });
  }

  /** A class of the same name comes from another copy of the package. */
  private twin({ name }: Needy): string {
    const twins = [...this.bound.keys(), ...provided].some((other) => (other as Needy).name === name);
    return twins ? ` (there is another class ${name}: is this package of Tandem installed twice?)` : '';
  }

  private cycle(one: Needy): string {
    return [...this.open.slice(this.open.indexOf(one)), one].map(({ name }) => name).join(' > ');
  }

  private report(feature: Feature, what: string): void {
    this.faults.push(faultOf(feature, what));
  }
}

function boundTwice(bindings: readonly { feature: Feature; binding: Binding }[]): string[] {
  const owners = new Map<unknown, Feature>();
  return bindings.flatMap(({ feature, binding: { token, replaces } }) => {
    const owner = owners.get(token);
    owners.set(token, feature);
    const name = (token as { name: string }).name;
    if (owner && !replaces)
      return [faultOf(feature, `${name} is already bound by ${descriptionOf(owner)}; use rebind to replace it`)];
    return replaces && !owner ? [faultOf(feature, `rebind of ${name}, which no feature before it binds`)] : [];
  });
}
