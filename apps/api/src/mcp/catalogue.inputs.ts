import { Int, JsonObject, Text } from '@tandem/platform/inputs/inputs';

export class FindToolsInput {
  @Text({ max: 200, description: 'words for what you want to do, such as "archive project"' }) query!: string;
  @Int({ min: 1, max: 10, usual: 5, optional: true, description: 'maximum number of tools to return' })
  limit?: number;
}

export class UseToolInput {
  @Text({ max: 64, description: 'name of the tool, from find_tools' }) name!: string;
  @JsonObject({ optional: true, description: 'arguments for the tool, per its inputSchema' })
  arguments?: Record<string, unknown>;
}
