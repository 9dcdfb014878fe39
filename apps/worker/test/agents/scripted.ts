import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';
import { OperationRefused } from '@tandem/domain/agents/runs/operation-refused';
import { RunFailure } from '@tandem/domain/agents/runs/run-failure';

interface Act {
  operation: string;
  arguments: Record<string, unknown>;
}

export interface Script {
  acts: Act[];
  /** True: goes on after a refusal, and answers it. */
  goesOn?: boolean;
  /** True: all at once. */
  atOnce?: boolean;
  /** What the first attempt does at the end. */
  first?: 'fails' | 'changes its mind';
}

/** Calls the given operations, and returns their results. */
export class Scripted extends Blueprint {
  readonly slug = 'scripted';
  readonly title = 'Do what the input says';
  readonly inputSchema = { type: 'object' };
  readonly outputSchema = {};
  override readonly effects = 'write';
  override readonly tools = ['tasks:write', 'create_note', 'start_run'];
  override readonly access = ['tasks:write'] as const;

  async run({ input, attempt, act }: RunContext): Promise<unknown> {
    const { acts, goesOn, atOnce, first } = input as Script;
    const wanders = first === 'changes its mind' && attempt > 1;
    const work = acts.map(({ operation, arguments: args }, index) => async () => {
      const done = act(`act ${index + 1}`, operation, wanders ? { ...args, title: 'another' } : args);
      return done.catch((error: unknown) => {
        if (goesOn && error instanceof OperationRefused) return { refusal: error.refusal };
        throw error;
      });
    });
    const responses: unknown[] = atOnce ? await Promise.all(work.map((one) => one())) : [];
    if (!atOnce) for (const one of work) responses.push(await one());
    if (first && attempt === 1) throw new RunFailure('app_unreachable', 'The first attempt ends here.');
    return responses;
  }
}
