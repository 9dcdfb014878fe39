import { type ConnectedTool, ConnectedTools } from '../../apps/connected-tools.service.js';
import { Operations } from '../../core/operations.js';
import type { Level } from '../../core/rights.js';
import { currentScope } from '../../core/scope.js';
import { needing } from '../../core/use-case.js';
import type { Domain } from '../../core/vocabulary.js';
import type { Blueprint, RunContext, Talk } from '../blueprint.js';
import type { Conversation, ModelTool } from '../models/conversations.port.js';
import { marked, visible } from '../models/untrusted.js';
import { OperationRefused } from './operation-refused.js';
import { isAmong, isForRuns } from './run-operations.js';
import type { AgentRun } from './agent-run.js';
import { RunJournal } from './run-journal.service.js';

export interface TalkTerms extends Pick<RunContext, 'signal' | 'act' | 'step'> {
  /** Called before each question and each call of an app. */
  renewRights: () => Promise<void>;
}

export type TalkTools = Pick<Conversation, 'tools' | 'call'>;

/** What an app says of its tool. */
interface Definition {
  title?: string;
  description?: string;
  inputSchema?: ModelTool['schema'];
}

const longestDescription = 1024;

/** What the model of a run may call: operations of the workspace, and tools of connected apps that change nothing. */
export class RunTools extends needing({ operations: Operations, connected: ConnectedTools, journal: RunJournal }) {
  async of(run: AgentRun, blueprint: Blueprint, talk: Talk, terms: TalkTerms): Promise<TalkTools> {
    const { apps = [], operations = [] } = talk;
    const usable = apps.length > 0 && mayUseApps(blueprint);
    // In the journal, so that every attempt knows the tools that the first one knew.
    const known = usable ? await terms.step('list the tools of the apps', () => this.connected.of(apps)) : [];
    const call: TalkTools['call'] = (name, tool, args) =>
      told(args, async (given) => {
        const ofApp = known.find((one) => one.name === tool);
        if (!ofApp) return terms.act(name, tool, given);
        await terms.renewRights();
        const plan = { name, kind: 'app_call' as const, operation: tool, arguments: given };
        return this.journal.call(run, plan, true, () => this.connected.call(ofApp, given, terms.signal));
      });
    const tools = [...this.operationsOf(blueprint, operations), ...(await this.toolsOf(known))];
    return { tools, call };
  }

  /** The operations that the blueprint names. Those that the run may not do are not offered. */
  private operationsOf({ tools }: Blueprint, names: readonly string[]): ModelTool[] {
    const { rights } = currentScope();
    return this.operations.list
      .filter((one) => names.includes(one.name) && isForRuns(one) && isAmong(tools, one))
      .map(({ name, summary, description, inputSchema, needs }) => ({
        ...toolOf(name, [summary, description], inputSchema as ModelTool['schema']),
        isHidden: !rights.allows(...(needs.split(':') as [Domain, Level])),
      }));
  }

  /** Tools of apps. Those that may not be used any more stay known, since a recorded answer may have called them. */
  private async toolsOf(known: readonly ConnectedTool[]): Promise<ModelTool[]> {
    const present = await this.connected.present(known);
    return known.map(({ name }) => {
      const { title, description, inputSchema = {} } = (present.get(name)?.definition ?? {}) as Definition;
      return { ...toolOf(name, [title, description], inputSchema), isHidden: !present.has(name) };
    });
  }
}

const mayUseApps = ({ tools }: Blueprint) => tools.includes('*') || tools.includes('apps:read');

/** What models are told of a tool, without what people do not see. */
function toolOf(name: string, words: readonly (string | null | undefined)[], schema: ModelTool['schema']): ModelTool {
  const description = visible(words.filter(Boolean).join('. ')).slice(0, longestDescription);
  return { name, description, schema: JSON.parse(visible(JSON.stringify(schema))) as ModelTool['schema'] };
}

/** A refusal is told to the model, as what a tool answers is; anything else ends the run. */
async function told(args: unknown, call: (args: Record<string, unknown>) => Promise<unknown>): Promise<string> {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return marked({ code: 'invalid_body', detail: 'The arguments must be a JSON object.', errors: [] });
  try {
    return marked(await call(args as Record<string, unknown>));
  } catch (error) {
    if (error instanceof OperationRefused) return marked(error.refusal);
    throw error;
  }
}
