/** Operations of pipelines on their deals. */
export abstract class PipelineDeals {
  /** Number of deals that are not deleted. */
  abstract countIn(where: { pipelineId: string } | { stageId: string }): Promise<number>;

  /** Sets the confidence of the deals in the stage that have none of their own. */
  abstract followStage(stageId: string, confidence: number): Promise<void>;
}
