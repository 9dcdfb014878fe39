import 'reflect-metadata';
import { Container as Inversify } from 'inversify';
import { type Extension, Extensions } from '@tandem/domain/core/extensions';
import type { Token } from '@tandem/domain/core/use-case';
import type { Provided, Feature } from './feature.js';
import type { Class } from './use-case.js';

interface Needy<T = any> {
  readonly needs?: readonly any[];
  new (...needs: any[]): T;
}

/** Builds adapters and use cases from their needs, as singletons. */
export class Container {
  private readonly inversify = new Inversify({ defaultScope: 'Singleton' });

  constructor(features: readonly Feature[], constants: readonly [token: any, value: any][]) {
    for (const [token, value] of new Map(constants)) this.inversify.bind(token).toConstantValue(value);
    // The map keeps the last binding of a port.
    const adapters = features.flatMap((feature) => feature.adapters ?? []);
    for (const [token, to] of new Map(adapters.map(({ token, to }) => [token, to]))) this.bind(token, to);
    for (const feature of features)
      for (const { run } of [...(feature.routes ?? []), ...(feature.jobs ?? [])])
        if (!this.has(run)) this.bind(run, run as Needy);
    const provided = features.flatMap((feature) => feature.provides ?? []);
    for (const thing of provided) if (isClass(thing)) this.bind(thing, thing as Needy);
    const build = () => provided.map((thing) => (isClass(thing) ? this.get(thing) : thing));
    this.inversify.bind(Extensions).toConstantValue(new Extensions(build));
  }

  get<T>(token: Token<T>): T {
    if (!this.has(token)) throw unbound(token);
    return this.inversify.get<T>(token as any);
  }

  private has(token: unknown): boolean {
    return this.inversify.isBound(token as any);
  }

  private bind(token: unknown, to: Needy): void {
    this.inversify
      .bind(token as any)
      .toDynamicValue((context) => new to(...(to.needs ?? []).map((need) => this.resolve(need, context))))
      .inSingletonScope();
  }

  /** A need that no feature binds is built from its own needs. */
  private resolve(need: any, context: { get(token: any): any }): unknown {
    if (!this.has(need)) {
      if (!need.needs) throw unbound(need);
      this.bind(need, need as Needy);
    }
    return context.get(need);
  }
}

const isClass = (thing: Provided): thing is Class<Extension> => typeof thing === 'function';

/** For ports that an app requests at its start; `checkNeeds` reports those that features lack. */
const unbound = ({ name }: { name: string }) => new Error(`${name} is needed, but no feature binds an adapter to it`);
