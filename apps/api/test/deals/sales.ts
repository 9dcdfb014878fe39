import { expect } from '@jest/globals';
import type { Caller } from '@tandem/testing/world';

export interface ShownDeal {
  id: string;
  stage_id: string;
  amount_cents: number | null;
  currency: string;
  expected_close_date: string | null;
  position: number;
  created_at: string;
  updated_at: string;
}

/** A pipeline with the usual stages, whose ids have the names of the stages. */
export async function asPipeline(caller: Caller) {
  const { body } = await caller.post('/pipelines', { name: 'Sales' });
  const stages = (body.stages as { id: string }[]).map(({ id }) => id);
  const [lead, qualified, proposal, negotiation, won, lost] = stages as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const id = body.id as string;
  const deal = async (fields: object = {}): Promise<ShownDeal> => {
    const created = await caller.post('/deals', { name: 'Deal', pipeline_id: id, ...fields });
    expect(created.status).toBe(201);
    return created.body as ShownDeal;
  };
  const move = (of: string, stage_id: string, fields: object = {}) =>
    caller.post(`/deals/${of}/move`, { stage_id, ...fields });
  const removeStage = (stage: string) => caller.delete(`/pipelines/${id}/stages/${stage}`);
  return { id, stages, lead, qualified, proposal, negotiation, won, lost, deal, move, removeStage };
}
