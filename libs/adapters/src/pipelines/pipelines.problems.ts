import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const pipelinesProblems = problemCodes(`
default_required | 409 | Default required
  | There must always be one default. | Make another record the default instead.
too_many_stages | 409 | Too many stages
  | The pipeline has the maximum number of stages. | Remove a stage first.
display_order_taken | 409 | Display order taken
  | Another stage of the pipeline took this position at the same time.
  | Fetch the pipeline again and retry the change.
pipeline_not_empty | 409 | Pipeline not empty
  | The pipeline has deals that are not deleted; deals is their number. | Move or delete its deals first.
stage_not_empty | 409 | Stage not empty
  | The stage has deals that are not deleted; deals is their number. | Move or delete its deals first.
open_stage_required | 409 | Open stage required
  | A pipeline needs at least one open stage. | Add another open stage first.
`);
