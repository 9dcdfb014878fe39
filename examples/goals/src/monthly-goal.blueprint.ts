import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';

/** Creates the goal of the month through the package's own operation. */
export class MonthlyGoal extends Blueprint {
  readonly slug = 'monthly-goal';
  readonly title = 'Create the goal of the month';
  readonly inputSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: { title: { type: 'string', maxLength: 190 } },
  };
  readonly outputSchema = {
    type: 'object',
    required: ['goal_id'],
    properties: { goal_id: { type: 'string', format: 'uuid' } },
  };
  override readonly tools = ['create_goal'];
  override readonly effects = 'write';
  override readonly access = ['goals:write'] as const;

  async run({ input, startedAt, act }: RunContext<{ title: string }>): Promise<unknown> {
    const title = `${startedAt.toISOString().slice(0, 7)}: ${input.title}`;
    const { id } = await act<{ id: string }>('create the goal', 'create_goal', { title });
    return { goal_id: id };
  }
}
