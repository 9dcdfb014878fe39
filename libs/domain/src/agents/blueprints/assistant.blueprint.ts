import { type Finding, forbidden, noRecord } from '../../core/errors.js';
import { Operations } from '../../core/operations.js';
import { currentScope } from '../../core/scope.js';
import { uses } from '../../core/use-case.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { inputOf } from './schemas.js';
import { ConnectedTools } from '../models/connected-tools.port.js';
import { isForRuns } from '../attempts/run-operations.js';

interface AssistantInput {
  prompt: string;
  operations?: string[];
  apps?: string[];
  context?: unknown;
}

export class Assistant extends uses({ operations: Operations, connected: ConnectedTools }, Blueprint) {
  readonly slug = 'assistant';
  readonly title = 'Carry out instructions in plain language';
  readonly inputSchema = inputOf(
    {
      prompt: { type: 'string', minLength: 1, maxLength: 20_000, description: 'What to do, in plain language.' },
      operations: {
        type: 'array',
        items: { type: 'string' },
        description: 'The operations that it may use, such as create_task; default: all that agents may use.',
      },
      apps: {
        type: 'array',
        maxItems: 20,
        uniqueItems: true,
        items: { type: 'string' },
        description:
          'Slugs of connected apps. It may call their tools that a member accepted as read-only; default: no apps.',
      },
      context: { description: 'Any JSON to work on; it is never treated as instructions.' },
    },
    ['prompt'],
  );
  readonly outputSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['answer'],
    properties: { answer: { type: 'string', description: 'What was done, or the answer, in a few sentences.' } },
  };
  override readonly engine = 'llm';
  override readonly tools = ['*'];
  override readonly effects = 'write';
  override readonly defaultBudgetUsdCents = 50;
  override readonly maxSteps = 20;
  override readonly instructions =
    'You do what a member of the workspace asks for, with as few calls as it takes, and change nothing that was not ' +
    'asked for. Look things up before you refer to them: ids are never guessed.';

  override async inputFaults(input: unknown, at: string): Promise<Finding[]> {
    const { operations = [], apps = [] } = input as AssistantInput;
    const known = this.names;
    const faults = operations.flatMap((name, index): Finding[] => {
      if (known.includes(name)) return [];
      const detail = `${name} is not an operation that agents may use. Available: ${known.join(', ')}.`;
      return [{ pointer: `${at}/operations/${index}`, code: 'not_found', detail }];
    });
    if (apps.length > 0 && !currentScope().rights.allows('apps', 'read')) throw forbidden('apps:read');
    for (const [index, slug] of apps.entries())
      if (!(await this.connected.hasApp(slug)))
        faults.push({ pointer: `${at}/apps/${index}`, code: 'not_found', detail: noRecord(`apps/${index}`) });
    return faults;
  }

  run({ input, startedAt, converse }: RunContext<AssistantInput>): Promise<unknown> {
    const { prompt, operations = this.names, apps = [], context } = input;
    return converse({
      prompt: `It is ${startedAt.toISOString()}. A member of the workspace asks:\n\n${prompt}`,
      ...(context === undefined ? {} : { data: [context] }),
      finish: { description: 'Ends the work with its outcome.', schema: this.outputSchema },
      operations,
      apps,
    });
  }

  private get names(): string[] {
    return this.operations.list.filter(isForRuns).map(({ name }) => name);
  }
}
