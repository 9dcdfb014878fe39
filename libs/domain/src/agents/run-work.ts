import { inScope } from '../core/scope.js';
import type { AgentRun } from './agent-run.js';
import type { Blueprint } from './blueprint.js';
import { RunContexts } from './run-contexts.js';
import { RunFailure } from './run-failure.js';
import { RunScopes } from './run-scopes.service.js';
import { SchemaCheck } from './schema-check.port.js';
import { unlessAborted } from './time-limit.js';

/** Lets a blueprint work for a run: as the agent, on input that fits, to output that fits. */
export class RunWork {
  static needs = [SchemaCheck, RunScopes, RunContexts] as const;

  constructor(
    private readonly schemas: SchemaCheck,
    private readonly scopes: RunScopes,
    private readonly contexts: RunContexts,
  ) {}

  async output(blueprint: Blueprint, run: AgentRun, signal: AbortSignal): Promise<unknown> {
    this.mustFit(blueprint.inputSchema, run.input, 'invalid_input');
    const scope = await this.scopes.of(run, blueprint);
    const judge = async () => void (scope.rights = await this.scopes.rightsNow(run, blueprint));
    const context = this.contexts.of(run, signal, judge);
    const output = await inScope(scope, () => unlessAborted(signal, async () => blueprint.run(context)));
    this.mustFit(blueprint.outputSchema, output, 'output_invalid');
    return output;
  }

  private mustFit(
    schema: Blueprint['inputSchema'],
    value: unknown,
    category: 'invalid_input' | 'output_invalid',
  ): void {
    const findings = this.schemas.findings(schema, value, '');
    if (findings.length === 0) return;
    const faults = findings.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`);
    throw new RunFailure(category, faults.join(' '));
  }
}
