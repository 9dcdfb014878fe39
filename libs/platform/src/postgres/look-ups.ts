import { currentScope } from '@tandem/domain/core/scope';
import type { Outcome, Statement } from './batch.js';
import { isAway, translate } from './database-errors.js';

interface Asked {
  statement: Statement;
  answer: (outcome: Outcome) => void;
  refuse: (error: unknown) => void;
}

type Run = (statements: readonly Statement[]) => Promise<Outcome[]>;

/** So many go together at most: none waits long for those before it. */
const most = 32;

/**
 * Sends what the requests of a tenant look up at the same time in one round trip: to write to a connection, and to read from it,
 * takes longer than to find a row.
 */
export class LookUps {
  private readonly gathered = new Map<string, Asked[]>();

  /** `together` runs statements of one tenant in one transaction; if any of them fails, `alone` runs each by itself. */
  constructor(
    private readonly together: Run,
    private readonly alone: Run,
  ) {}

  /** Runs a statement that finds few rows by an index. */
  find(statement: Statement): Promise<Outcome> {
    const { tenantId } = currentScope();
    return new Promise((answer, refuse) => {
      const asked = { statement, answer, refuse };
      const others = this.gathered.get(tenantId);
      if (others && others.length < most) return void others.push(asked);
      const all = [asked];
      this.gathered.set(tenantId, all);
      // Once all that has arrived by now is read.
      setImmediate(() => {
        if (this.gathered.get(tenantId) === all) this.gathered.delete(tenantId);
        void this.send(all);
      });
    });
  }

  private async send(all: readonly Asked[]): Promise<void> {
    try {
      const outcomes = await this.together(all.map(({ statement }) => statement));
      all.forEach(({ answer }, index) => answer(outcomes[index]!));
    } catch (error) {
      for (const { statement, answer, refuse } of all) {
        if (isAway(error)) refuse(translate(error));
        else this.alone([statement]).then(([outcome]) => answer(outcome!), refuse);
      }
    }
  }
}
