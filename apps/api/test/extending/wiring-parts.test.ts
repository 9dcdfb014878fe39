import { describe, expect, it } from '@jest/globals';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { KeyProvider } from '@tandem/adapters/integration-keys/key-provider';
import { bind, every, rebind } from '@tandem/platform/feature/feature';
import { int } from '@tandem/platform/settings/setting-kinds';
import {
  BadSchemas,
  BadSlug,
  CreateWidgets1900000000001,
  gadgets,
  Hammers,
  Hit,
  IronHammers,
  NoBlueprint,
  faultsOf,
  SecondEcho,
  Undated,
} from './mistakes.js';
import { widgets } from './widgets.feature.js';

const table = widgets.tables![0]!;

describe('correctly wired features', () => {
  it('are accepted', () => {
    expect(faultsOf()).toEqual([]);
    expect(faultsOf(widgets)).toEqual([]);
    expect(faultsOf(gadgets({ adapters: [bind(Hammers, IronHammers)], jobs: [every(1, Hit)] }))).toEqual([]);
  });

  it('may replace a port if they declare it', () => {
    const first = gadgets({ adapters: [bind(Hammers, IronHammers)] });
    const second = { ...first, name: 'others', adapters: [rebind(Hammers, IronHammers)] };
    expect(faultsOf(first, second)).toEqual([]);
  });
});

describe('faults in the parts of features are reported before startup:', () => {
  it.each<[what: string, features: unknown[], said: string[]]>([
    [
      'a blueprint that is none',
      [gadgets({ provides: [NoBlueprint] })],
      ['it provides NoBlueprint, and no feature accepts such a thing'],
    ],
    ['a blueprint listed twice', [gadgets({ provides: [Echo] })], ['the class Echo is taken by feature agents']],
    [
      'a slug that is taken',
      [gadgets({ provides: [SecondEcho] })],
      ['the blueprint slug echo is taken by feature agents'],
    ],
    [
      'schemas that are none',
      [gadgets({ provides: [BadSchemas] })],
      [
        'the blueprint BadSchemas has an inputSchema that is no JSON Schema: schema is invalid: data/type must be',
        "has an outputSchema that is no JSON Schema: can't resolve reference #/$defs/nowhere",
      ],
    ],
    ['a slug with blanks', [gadgets({ provides: [BadSlug] })], ['the slug "Bad Slug"']],
    [
      'a table that is taken',
      [widgets, gadgets({ tables: [table] })],
      ['the table widgets is taken by feature widgets'],
    ],
    [
      'a migration that is there twice',
      [widgets, gadgets({ migrations: widgets.migrations })],
      ['the migration CreateWidgets1900000000000 is taken'],
    ],
    [
      'two migrations of one time',
      [widgets, gadgets({ migrations: [class More1900000000000 {}] })],
      ['the timestamp of a migration 1900000000000 is taken'],
    ],
    [
      'a migration without a time',
      [gadgets({ migrations: [Undated, CreateWidgets1900000000001] })],
      ['the migration Undated must end with 13 digits'],
    ],
    [
      'an adapter bound twice',
      [gadgets({ adapters: [bind(Hammers, IronHammers), bind(Hammers, IronHammers)] })],
      ['Hammers is already bound by feature gadgets; use rebind to replace it'],
    ],
    [
      'nothing to take over',
      [gadgets({ adapters: [rebind(Hammers, IronHammers)] })],
      ['rebind of Hammers, which no feature before it binds'],
    ],
    [
      'an entity type that is taken',
      [gadgets({ entities: { task: IronHammers } })],
      ['the entity type task is taken by feature tasks'],
    ],
    [
      'a feature name that is taken',
      [gadgets({ name: 'tasks' })],
      ['feature tasks: the name tasks is taken by feature tasks'],
    ],
    ['a feature name with blanks', [gadgets({ name: 'My things' })], ['its name must be lower case words']],
    [
      'a domain that is taken',
      [gadgets({ domains: { tasks: 'work' } })],
      ['the domain of rights tasks is taken by feature tasks'],
    ],
    [
      'a domain of two features',
      [gadgets({ domains: { hums: 'work' } }), { ...gadgets({ domains: { hums: 'work' } }), name: 'others' }],
      ['the domain of rights hums is taken by feature gadgets'],
    ],
    [
      'what is closed to nobody',
      [gadgets({ closedTo: { runs: 'all', models: 'write' } })],
      ['closedTo closes all to runs; it closes all or changes', 'closedTo closes write to models'],
    ],
    [
      'a setting that is taken',
      [gadgets({ settings: { PORT: int(1, 9)(), LEASE_SECONDS: int(1, 9)() } })],
      ['the setting LEASE_SECONDS is taken by feature agents', 'the setting PORT must have another name'],
    ],
    [
      'a linkable type that is taken',
      [gadgets({ entities: { task: IronHammers }, linkable: { task: { domain: 'tasks' } } })],
      ['the entity type task', 'the linkable type task is taken by feature tasks'],
    ],
    [
      'a linkable type without a store',
      [gadgets({ linkable: { hum: { domain: 'tasks' } } })],
      ['the linkable type hum has no store among the entities'],
    ],
    [
      'a linkable type of an unknown domain',
      [gadgets({ entities: { hum: IronHammers }, linkable: { hum: { domain: 'hums', path: '/hums' } } })],
      ['unknown domain of rights hums', 'has the path /hums'],
    ],
    [
      'a provider that is taken',
      [
        gadgets({
          provides: [new KeyProvider('openai', { title: 'x', baseUrl: null, check: 'GET /', headers: { a: '{key}' } })],
        }),
      ],
      ['the provider openai is taken by feature integration-keys'],
    ],
    [
      'a provider that cannot be asked',
      [
        gadgets({
          provides: [new KeyProvider('hum', { title: 'x', baseUrl: 'x', check: 'GET' as never, headers: {} })],
        }),
      ],
      ['the provider hum needs'],
    ],
    [
      'a sealed column that is nowhere',
      [gadgets({ sealed: [{ table: 'gadgets', column: 'secret' }] })],
      ['sealed names the column gadgets.secret'],
    ],
    ['an import that has not happened yet', [gadgets({ routes: [undefined] })], ['routes has an empty item']],
    ['something that is no feature', [{ routes: [] }], ['the list of features contains something else']],
  ])('%s', (_, more, said) => {
    expect(faultsOf(...more)).toEqual(said.map((text): unknown => expect.stringContaining(text)));
  });
});
