import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import type { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { asTenant } from '@tandem/testing/as-tenant';
import { type Stand, storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryPipelines } from './pipelines.fake.js';
import { SqlPipelines } from './sql-pipelines.js';

type PipelineStand = Stand<Pipeline> & { store: Pipelines };

const addStage = (pipeline: Pipeline) => void pipeline.addStage({ name: 'Another' });
const tells = { added: ['pipeline.created'], changed: ['pipeline.updated'] };
const make = (number: number) => new Pipeline({ name: `P${number}`, displayOrder: number });

async function onPostgres(): Promise<PipelineStand> {
  const { database, ours, theirs, happened, close } = await openTwoTenants();
  return { store: new SqlPipelines(database), tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
}

async function inMemory(): Promise<PipelineStand> {
  const store = new InMemoryPipelines();
  return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
}

storeContract('SqlPipelines', onPostgres, addStage);
storeContract('InMemoryPipelines', inMemory, addStage);

describe.each([
  ['SqlPipelines', onPostgres],
  ['InMemoryPipelines', inMemory],
] as const)('%s', (_, open) => {
  let stand: PipelineStand;
  let pipelines: Pipelines;
  beforeAll(async () => {
    stand = await open();
    pipelines = stand.store;
  });
  afterAll(() => stand.close?.());
  const ours = <T>(work: () => T) => asTenant(stand.tenants[0], work);

  it('knows the order, the oldest and the default of what is there', async () => {
    expect(await ours(() => pipelines.nextDisplayOrder())).toBe(0);
    const added = (displayOrder: number, isDefault = false) =>
      ours(() => pipelines.add(new Pipeline({ name: 'P', displayOrder, isDefault })));
    const [late, early] = [await added(9), await added(2, true)];
    const { items } = await ours(() => pipelines.list());
    expect(items.map(({ json }) => (JSON.parse(json) as Pipeline).id)).toEqual([early.id, late.id]);
    expect(await ours(() => pipelines.nextDisplayOrder())).toBe(10);
    expect(await ours(() => pipelines.oldest())).toBe(late.id);
    expect(await ours(() => pipelines.lockDefault())).toBe(early.id);
    expect(await asTenant(stand.tenants[1], () => pipelines.lockDefault())).toBeUndefined();
  });

  it('keeps the stages with their pipeline: what was changed, added and removed', async () => {
    const { id } = await ours(() => pipelines.add(make(1)));
    const names = async () => (await ours(() => pipelines.one(id))).stages.map(({ name }) => name).join();
    await ours(() =>
      pipelines.change(id, (pipeline) => {
        const ids = pipeline.stages.map((stage) => stage.id);
        pipeline.reorder([...ids].reverse());
        pipeline.removeStage(ids[1]!);
        pipeline.changeStage(ids[0]!, { name: 'First' });
        pipeline.addStage({ name: 'Last' });
      }),
    );
    expect(await names()).toBe('Lost,Won,Negotiation,Proposal,First,Last');
  });
});
