import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { Identities } from '@tandem/domain/core/access/identity';
import { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import { openapiDocument } from '@tandem/api/http/openapi/openapi-document';
import { useWorld } from '@tandem/testing/world';
import { attemptOn, said, send } from './attempts.js';
import { checksumsOf } from './checksums.js';
import { request, attacksOn, type Case, casesOf, isEnding, operations, statusOfMissing } from './isolation-cases.js';
import { operationsOf } from '../documentation/operations.js';
import { isKnown, missingOf, Records } from './records.js';
import { widgets } from '../extending/widgets.feature.js';

const cases = casesOf(operations);
const unknown = (all: readonly Case[]) =>
  all.filter(({ location }) => !isKnown(location.kind)).map(({ title }) => title);

/** The path assigns the name of the record. */
const isNaming = ({ title }: Case) => title === 'put /integration-keys/{provider} path provider';
/** An order lists every stage: an extra one is a separate fault. */
const isReorder = ({ title }: Case) => title.startsWith('post /pipelines/{id}/stages/reorder body');

describe('records of another tenant', () => {
  const world = useWorld();
  const { ada, other: eve } = world;
  const mine = new Records(world, ada, 'mine');
  const elsewhere = new Records(world, ada, 'elsewhere', { blueprint: 'task-digest' });
  const spare = new Records(world, ada, 'spare');
  const theirs = new Records(world, eve, 'theirs');
  let before: Record<string, string>;

  const settled = async () => {
    const { container } = world.api;
    await Promise.all([container.get(UsageMeter).flush(), container.get(Identities).flush()]);
    return checksumsOf(world.databaseUrl, eve.tenantId);
  };

  beforeAll(async () => {
    for (const kind of new Set(cases.map(({ location }) => location.kind)))
      if (isKnown(kind)) await theirs.another(kind).then(() => theirs.id(kind));
    before = await settled();
  });

  it('are used with every operation that can name one', () => {
    expect(unknown(cases)).toEqual([]);
    const more = operationsOf(openapiDocument([...features, widgets]));
    expect(unknown(casesOf(more.filter(({ path }) => path.startsWith('/widgets'))))).toEqual([
      'get /widgets/{id} path id',
      'post /widgets/{id}/polish path id',
    ]);
  });

  it.each(cases)('do not exist for $title', async (one) => {
    const { title, operation, location } = one;
    if (isNaming(one)) return;
    const unused = await request(ada, operation, mine, [{ location, value: missingOf(location.kind) }]);
    expect({ title, ...unused }).toMatchObject({ title, status: statusOfMissing(one) });
    for (const [which, puts, like] of await attacksOn(one, mine, theirs, elsewhere)) {
      const expected = like ? await request(ada, operation, mine, like) : unused;
      expect({ title, which, ...(await request(ada, operation, mine, puts)) }).toEqual({ title, which, ...expected });
    }
  });

  it.each(cases)('are tested by requests that succeed for own records: $title', async (one) => {
    if (isReorder(one)) return;
    const { title, operation, location } = one;
    const own = isEnding(operation) ? new Records(world, ada, 'own') : spare;
    const puts =
      location.in === 'path' && !location.beside ? [] : [{ location, value: await own.another(location.kind) }];
    const response = await send(ada, operation, await attemptOn(operation, own, puts));
    const found = response.status < 300 || response.status === 409;
    expect({ title, found, ...said(response) }).toMatchObject({ title, found: true });
  });

  it('are unchanged by all of these attempts', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(await settled()).toEqual(before);
  });
});
