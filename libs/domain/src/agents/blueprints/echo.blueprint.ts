import { setTimeout as pause } from 'node:timers/promises';
import { Blueprint, type RunContext } from '../blueprint.js';
import { inputOf } from './schemas.js';
import { RunFailure } from '../runs/run-failure.js';

interface EchoInput {
  message?: unknown;
  delay_ms?: number;
  fail?: 'once' | 'always' | 'final';
  steps?: number;
}

/** Returns its input: for trying out runs, delays and failures without effects on the workspace. */
export class Echo extends Blueprint {
  readonly slug = 'echo';
  readonly title = 'Return the message that was sent';
  readonly inputSchema = inputOf({
    message: { description: 'Any JSON; it is returned unchanged.' },
    delay_ms: {
      type: 'integer',
      minimum: 0,
      maximum: 600_000,
      description: 'Delay before the result, in milliseconds.',
    },
    fail: {
      enum: ['once', 'always', 'final'],
      description:
        '`once`: the first attempt fails and is retried; `always`: every attempt fails; ' +
        '`final`: the run fails without retry.',
    },
    steps: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'Number of steps to record, spread over the delay.',
    },
  });
  readonly outputSchema = {
    type: 'object',
    required: ['message', 'attempt'],
    properties: { message: {}, attempt: { type: 'integer' }, steps: { type: 'array', items: { type: 'object' } } },
  };

  async run({ input, attempt, signal, step }: RunContext): Promise<unknown> {
    const { message = null, delay_ms: delay = 0, fail, steps: count = 0 } = input as EchoInput;
    const steps: unknown[] = [];
    for (let number = 1; number <= count; number++) {
      steps.push(await step(`step ${number}`, () => Promise.resolve({ number, attempt })));
      await pause(delay / count, undefined, { signal });
    }
    if (count === 0) await pause(delay, undefined, { signal });
    if (fail === 'final') throw new RunFailure('tool_error', 'Failed for good, as asked.');
    if (fail === 'always' || (fail === 'once' && attempt === 1))
      throw new RunFailure('app_unreachable', 'Failed, as asked.');
    return { message, attempt, steps };
  }
}
