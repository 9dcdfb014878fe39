import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const pipelinesGlossary = glossary(`
pipeline_id | The pipeline that the stage belongs to. |
Stage.name | What people call the stage; unique in the pipeline. | "Qualified"
Pipeline.name | What people call the pipeline. | "Sales"
name | What people call it. | "Sales"
description | What it is for; null for none. | "From the first call to the signature."
stage_type | open, or where a deal ends: won or lost. A pipeline keeps at least one open stage. Default: open. | "open"
default_confidence | How likely a deal in this stage is to be won, in per cent; always 100 for won and 0 for lost. | 25
display_order | Place in the list, from 0; behind the others where none is given (where the last has the highest number there is, the stages are renumbered). No two stages of a pipeline share one. | 1
is_default | True for the one to use when nobody says; a new default takes the place of the former. The first pipeline always is. | true
stages | The stages by display_order; at most 50. Without any on create: Lead, Qualified, Proposal, Negotiation, Won, Lost. |
stage_id | The id of the stage. |
stage_ids | Every stage of the pipeline, in the new order. |
`);

export const pipelinesProblems = problemCodes(`
default_required    | 409 | Default required | There is always one default. | Make another record the default; this one then no longer is.
too_many_stages     | 409 | Too many stages | The pipeline has as many stages as a pipeline can have. | Remove one first.
display_order_taken | 409 | Display order taken | Another stage of the pipeline took this place at the same moment. | Read the pipeline again and repeat the change.
open_stage_required | 409 | Open stage required | A pipeline keeps at least one open stage. | Add another open stage first.
`);
