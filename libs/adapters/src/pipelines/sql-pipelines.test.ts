import { describe, expect, it } from '@jest/globals';
import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { Stage } from '@tandem/domain/pipelines/stage';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlPipelines, SqlStages } from './sql-pipelines.js';

const pipeline = (number: number) => new Pipeline({ name: `P${number}`, displayOrder: number });

storeContract(SqlPipelines, {
  make: pipeline,
  change: (pipeline) => void pipeline.addStage({ name: 'Another' }),
  records: { added: ['pipeline.created'], changed: ['pipeline.updated'] },
});

storeContract(SqlStages, {
  async make(number, get) {
    const { id } = await get(Pipelines).add(pipeline(number));
    return new Stage(id, { name: 'Stage', displayOrder: 100 });
  },
  change: (stage) => stage.update({ name: 'Another' }),
});

describe('SqlPipelines', () => {
  const { ours } = useStore(SqlPipelines);

  it('saves changed, added and removed stages with their pipeline', async () => {
    const { id } = await ours((pipelines) => pipelines.add(pipeline(1)));
    const change = (pipeline: Pipeline) => {
      const ids = pipeline.stages.map((stage) => stage.id);
      pipeline.reorder([...ids].reverse());
      pipeline.removeStage(ids[1]!);
      pipeline.changeStage(ids[0]!, { name: 'First' });
      pipeline.addStage({ name: 'Last' });
    };
    await ours((pipelines) => pipelines.change(id, change));
    const { stages } = await ours((pipelines) => pipelines.one(id));
    expect(stages.map(({ name }) => name).join()).toBe('Lost,Won,Negotiation,Proposal,First,Last');
  });
});
