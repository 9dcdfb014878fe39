import { describe, expect, it } from '@jest/globals';
import { Identities } from '@tandem/domain/core/access/identity';
import { testSettings } from '@tandem/testing/test-settings';
import { layFoundation } from '../../process/foundation.js';
import { Container } from '../container.js';
import { bind, type Brought, every, type Feature } from '../feature.js';

abstract class Hammers {
  abstract hit(): void;
}
class Hit {
  static needs = [Hammers] as const;
  constructor(readonly hammers: Hammers) {}
  async run(): Promise<void> {}
}
class Smith {
  static needs = [Hit] as const;
  constructor(readonly hit: Hit) {}
  async run(): Promise<void> {}
}
abstract class Anvils {}
class IronAnvils {
  static needs = [Hammers] as const;
  constructor(readonly hammers: Hammers) {}
}

/** What is said of a feature when a process starts with it. */
const start = (parts: Partial<Feature>) =>
  layFoundation([{ name: 'forge', summary: 'Hot iron', ...parts }], testSettings('postgres://nobody@localhost/none'));

describe('a port that no feature binds is told by its name before anything is opened, where', () => {
  it.each<[what: string, parts: Partial<Feature>, who: string]>([
    ['a job needs it', { jobs: [every(1, Hit)] }, 'Hit'],
    ['a job needs it by way of another class', { jobs: [every(1, Smith)] }, 'Hit'],
    ['an adapter needs it', { adapters: [bind(Anvils, IronAnvils)] }, 'IronAnvils'],
    ['what it brings needs it', { brings: [Hit as unknown as Brought] }, 'Hit'],
    ['others may refer to its records', { entities: { hammer: Hammers as never } }, 'the entity type hammer'],
  ])('%s', (_, parts, who) => {
    expect(() => start(parts)).toThrow(`feature forge: ${who} needs Hammers, for which no feature binds an adapter`);
  });

  it('an app itself asks for it', () => {
    expect(() => new Container([], []).get(Identities)).toThrow(
      'Identities is needed, but no feature binds an adapter',
    );
  });
});
