import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const pipelinesProblems = problemCodes(`
default_required | 409 | Default required
  | There is always one default. | Make another record the default; this one then no longer is.
too_many_stages | 409 | Too many stages
  | The pipeline has as many stages as a pipeline can have. | Remove one first.
display_order_taken | 409 | Display order taken
  | Another stage of the pipeline took this place at the same moment. | Read the pipeline again and repeat the change.
open_stage_required | 409 | Open stage required
  | A pipeline keeps at least one open stage. | Add another open stage first.
`);
