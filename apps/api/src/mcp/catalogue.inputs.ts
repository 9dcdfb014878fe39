import { Int, JsonObject, Text } from '@tandem/platform/inputs/inputs';

export class FindToolsInput {
  @Text({ max: 200, description: 'words for what is to be done, such as "archive project"' }) query!: string;
  @Int({ min: 1, max: 10, usual: 5, optional: true, description: 'how many tools to tell at most' })
  limit?: number;
}

export class UseToolInput {
  @Text({ max: 64, description: 'name of the tool, as find_tools told it' }) name!: string;
  @JsonObject({ optional: true, description: 'arguments of that tool, by its inputSchema' })
  arguments?: Record<string, unknown>;
}
