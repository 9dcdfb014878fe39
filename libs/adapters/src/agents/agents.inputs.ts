import { type RunStatus, runStatuses } from '@tandem/domain/agents/runs/run-fields';
import { Choices, Described, Instant, Int, Json, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { agentRunView } from './runs/agent-run.fields.js';

const slug = { max: 64, description: 'slug of a blueprint, such as echo', example: 'echo' };

export class BlueprintBySlug {
  @Text(slug) blueprint!: string;
}

@Described(agentRunView)
export class StartRunInput extends BlueprintBySlug {
  @Json({ optional: true, description: "fits the blueprint's input_schema; default {}" }) input?: unknown;
  @Instant({ clearable: true, description: 'not to be started before; default now' }) runAt?: Date | null;
  @Instant({ clearable: true, description: "fails when it takes longer; default from the blueprint's" })
  deadlineAt?: Date | null;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, clearable: true }) budgetUsdCents?: number | null;
  @Text({
    max: 200,
    pattern: /^[^/\s]+\/\S+$/,
    form: 'a provider and its model, such as openai/gpt-5-mini',
    clearable: true,
    description:
      'for blueprints of the engine llm; ' +
      "default the tenant's settings.agents.model, else a usual one of the provider whose key is stored",
  })
  model?: string | null;
}

export class ListRunsInput extends BlueprintBySlug {
  @Choices(runStatuses, { optional: true, description: 'one or several, with commas' }) status?: RunStatus[];
  @Int({ min: 1, cap: 200, usual: 50, optional: true, description: 'rows a page; more than 200 is taken as 200' })
  limit?: number;
  @Text({
    min: 0,
    max: 64,
    optional: true,
    description: 'RFC 3339 instant: runs created before it, such as next_cursor',
  })
  cursor?: string;
}

export class ListAllRunsInput extends PageInput {
  @Choices(runStatuses, { optional: true, description: 'one or several, with commas' }) status?: RunStatus[];
  @Text({ ...slug, optional: true }) blueprint?: string;
  @Uuid({
    optional: true,
    description: 'the schedule it was started for, by time or by trigger; null for none, or once that was deleted',
  })
  scheduleId?: string;
  @Instant({ optional: true, description: 'created at this instant or later' }) since?: Date;
  @Instant({ optional: true, description: 'created before this instant' }) until?: Date;
}

export class RunById extends BlueprintBySlug {
  @Uuid() id!: string;
}

@Described(agentRunView)
export class RunByKindAndId {
  @Text(slug) kind!: string;
  @Uuid() id!: string;
}

@Described(agentRunView)
export class ListRunStepsInput extends PageInput {
  @Text(slug) blueprint!: string;
  @Uuid() id!: string;
}
