import { type RunStatus, runStatuses } from '@tandem/domain/agents/runs/run-fields';
import { Choices, Described, Instant, Int, Json, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { agentRunView } from './runs/agent-run.fields.js';

const slug = { max: 64, example: 'echo' };
const blueprint = { ...slug, description: 'blueprint slug, the same as {kind} in other paths' };
const kind = { ...slug, description: 'blueprint slug, the same as {blueprint} in other paths' };

export class BlueprintBySlug {
  @Text(blueprint) blueprint!: string;
}

@Described(agentRunView)
export class StartRunInput extends BlueprintBySlug {
  @Json({ optional: true, description: "conforms to the blueprint's input_schema; default {}" }) input?: unknown;
  @Instant({ clearable: true, description: 'earliest start; default now' }) runAt?: Date | null;
  @Instant({ clearable: true, description: "when the run fails unless it has ended; default: the blueprint's" })
  deadlineAt?: Date | null;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, clearable: true }) budgetUsdCents?: number | null;
  @Text({
    max: 200,
    pattern: /^[^/\s]+\/\S+$/,
    form: 'a provider and its model, such as openai/gpt-5-mini',
    clearable: true,
    description:
      "for llm blueprints; default: the tenant's settings.agents.model, else a default model of the provider whose " +
      'key is stored',
  })
  model?: string | null;
}

export class ListRunsInput extends BlueprintBySlug {
  @Choices(runStatuses, { optional: true, description: 'one or more, separated by commas' }) status?: RunStatus[];
  @Int({
    min: 1,
    cap: 200,
    usual: 50,
    optional: true,
    description: 'rows per page; values above 200 are treated as 200',
  })
  limit?: number;
  @Text({
    min: 0,
    max: 64,
    optional: true,
    description: 'RFC 3339 instant, such as next_cursor: returns runs created before it',
  })
  cursor?: string;
}

export class ListAllRunsInput extends PageInput {
  @Choices(runStatuses, { optional: true, description: 'one or more, separated by commas' }) status?: RunStatus[];
  @Text({ ...slug, optional: true, description: 'blueprint slug, such as echo' }) blueprint?: string;
  @Uuid({
    optional: true,
    description: 'the schedule that started the run, on time or by trigger',
  })
  scheduleId?: string;
  @Instant({ optional: true, description: 'created at or after this instant' }) since?: Date;
  @Instant({ optional: true, description: 'created before this instant' }) until?: Date;
}

export class RunById extends BlueprintBySlug {
  @Uuid() id!: string;
}

@Described(agentRunView)
export class RunByKindAndId {
  @Text(kind) kind!: string;
  @Uuid() id!: string;
}

@Described(agentRunView)
export class ListRunStepsInput extends PageInput {
  @Text(blueprint) blueprint!: string;
  @Uuid() id!: string;
}
