import { describe, expect, it } from '@jest/globals';
import { Identities } from '@tandem/domain/core/access/identity';
import { testSettings } from '@tandem/testing/test-settings';
import { layFoundation } from '../../process/foundation.js';
import { Container } from '../container.js';
import { bind, type Provided, every, type Feature } from '../feature.js';

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

/** The checks at the start of a process. */
const start = (parts: Partial<Feature>) =>
  layFoundation([{ name: 'forge', summary: 'Hot iron', ...parts }], testSettings('postgres://nobody@localhost/none'));

describe('a port that no feature binds is reported by name before anything is opened, when', () => {
  it.each<[reason: string, parts: Partial<Feature>, user: string]>([
    ['a job needs it', { jobs: [every(1, Hit)] }, 'Hit'],
    ['a job needs it through another class', { jobs: [every(1, Smith)] }, 'Hit'],
    ['an adapter needs it', { adapters: [bind(Anvils, IronAnvils)] }, 'IronAnvils'],
    ['an extension needs it', { provides: [Hit as unknown as Provided] }, 'Hit'],
    ['others may refer to its records', { entities: { hammer: Hammers as never } }, 'the entity type hammer'],
  ])('%s', (_, parts, user) => {
    expect(() => start(parts)).toThrow(`feature forge: ${user} needs Hammers, for which no feature binds an adapter`);
  });

  it('an app requests it', () => {
    expect(() => new Container([], []).get(Identities)).toThrow(
      'Identities is needed, but no feature binds an adapter',
    );
  });
});
