import { DomainError } from '../../core/errors.js';
import { currentScope } from '../../core/scope.js';
import { DelegatedContents } from '../delegated-contents.js';

/** Input and results of runs, for readers who may read everything the run could: docs/decisions/0013. */
export abstract class RunContents extends DelegatedContents {
  readonly resourceType = 'agent_run';
  readonly fields = ['input', 'output', 'failure_detail'];

  async mustShow(id: string): Promise<void> {
    const missing = (await this.hiddenFrom(currentScope().rights, [id])).get(id);
    if (!missing) return;
    const scope = missing.map((domain) => `${domain}:read`).join(' ');
    const detail =
      `This run could read more than you may: you would need ${scope}, ` + 'for the same projects and notebooks.';
    throw new DomainError('forbidden', 'insufficient_scope', detail, { members: { scope } });
  }
}
