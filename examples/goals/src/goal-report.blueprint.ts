import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';
import { uses } from '@tandem/domain/core/use-case';
import { Goals } from './goals.port.js';

/** Counts all goals and those reached. */
export class GoalReport extends uses({ goals: Goals }, Blueprint) {
  readonly slug = 'goal-report';
  readonly title = 'Count the goals that are reached';
  readonly inputSchema = { type: 'object', additionalProperties: false };
  readonly outputSchema = {
    type: 'object',
    required: ['all', 'reached'],
    properties: { all: { type: 'integer' }, reached: { type: 'integer' } },
  };
  override readonly access = ['goals:read'] as const;

  run({ read }: RunContext): Promise<unknown> {
    return read('count', () => this.goals.counts());
  }
}
