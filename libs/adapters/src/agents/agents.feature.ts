import { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { Blueprint } from '@tandem/domain/agents/blueprint';
import { AgentTerms } from '@tandem/domain/agents/agent-terms.port';
import { Conversations } from '@tandem/domain/agents/models/conversations.port';
import { WebPages } from '@tandem/domain/agents/blueprints/web-pages.port';
import { Leases } from '@tandem/domain/agents/runs/leases.port';
import { CountOpenRuns } from '@tandem/domain/agents/runs/count-open-runs';
import { CountQueuedRuns } from '@tandem/domain/agents/runs/count-queued-runs';
import { ExecuteRuns } from '@tandem/domain/agents/runs/execute-runs';
import { ReconcileRuns } from '@tandem/domain/agents/runs/reconcile-runs';
import { ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import { RunContents } from '@tandem/domain/agents/runs/run-contents.port';
import { RunSteps } from '@tandem/domain/agents/journal/run-steps.port';
import { RunSweeps } from '@tandem/domain/agents/runs/run-sweeps.port';
import { SettleOverdueRuns } from '@tandem/domain/agents/runs/settle-overdue-runs';
import { WakeRuns } from '@tandem/domain/agents/runs/wake-runs';
import { SchemaCheck } from '@tandem/domain/agents/blueprints/schema-check.port';
import { bind, byHand, every, type Feature, onSeveral, publishes, asFollowUp } from '@tandem/platform/feature/feature';
import { agentRunFields, agentRunView } from './runs/agent-run.fields.js';
import { agentRoutes } from './agents.routes.js';
import { agentsSettings } from './agents.settings.js';
import { AjvSchemaCheck } from './blueprints/ajv-schema-check.js';
import { builtInBlueprints } from './blueprints/built-in-blueprints.js';
import { checkBlueprints } from './blueprints/check-blueprints.js';
import { HttpWebPages } from './blueprints/http-web-pages.js';
import { CreateAgentRuns1764000020000 } from './migrations/1764000020000-create-agent-runs.js';
import { IndexRuns1795971000002 } from './migrations/1795971000002-index-runs.js';
import { ListedModelPrices } from './models/listed-model-prices.js';
import { SdkConversations } from './models/sdk-conversations.js';
import { SettingsAgentTerms } from './settings-agent-terms.js';
import { cost, SqlAgentRuns } from './runs/sql-agent-runs.js';
import { runMeasures, SqlLeases } from './runs/sql-leases.js';
import { runStepFields } from './journal/run-step.fields.js';
import { SqlRunSteps } from './journal/sql-run-steps.js';
import { SqlRunContents } from './runs/sql-run-contents.js';
import { SqlRunSweeps } from './runs/sql-run-sweeps.js';
import { agentsProblems } from './agents.problems.js';
import { agentRunSearchable } from './runs/agent-run.searchable.js';

export const agents: Feature = {
  name: 'agents',
  summary: 'Agent runs, started from blueprints',
  domains: { agents: 'work' },
  closedTo: { agents: 'all' },
  linkable: { agent_run: { domain: 'agents', path: '/agents/{agent}/runs/{id}' } },
  tables: [agentRunFields.table, runStepFields.table],
  migrations: [CreateAgentRuns1764000020000, IndexRuns1795971000002],
  settings: agentsSettings,
  entities: { agent_run: AgentRuns },
  searchable: [agentRunSearchable],
  adapters: [
    bind(AgentRuns, SqlAgentRuns),
    bind(RunSteps, SqlRunSteps),
    bind(RunContents, SqlRunContents),
    bind(RunSweeps, SqlRunSweeps),
    bind(Leases, SqlLeases),
    bind(SchemaCheck, AjvSchemaCheck),
    bind(WebPages, HttpWebPages),
    bind(AgentTerms, SettingsAgentTerms),
    bind(ModelPrices, ListedModelPrices),
    bind(Conversations, SdkConversations),
  ],
  routes: agentRoutes,
  problems: agentsProblems,
  jobs: [
    onSeveral(['agent_run.queued', 'agent_run.succeeded', 'agent_run.failed', 'agent_run.cancelled'], WakeRuns),
    asFollowUp(ExecuteRuns),
    every(5, SettleOverdueRuns),
    every(5, ReconcileRuns),
    every(15, CountQueuedRuns),
    byHand(CountOpenRuns),
  ],
  publishes: publishes('agent_run', ['queued', 'started', 'succeeded', 'failed', 'cancelled'], agentRunView),
  measures: [
    { name: 'tandem_agent_runs_queued', help: 'Runs waiting for a worker, counted up to 100,000', kind: 'level' },
    { name: runMeasures.wait, help: 'Time from when a run was due until it was claimed', kind: 'seconds' },
    { name: runMeasures.work, help: 'Duration of an attempt', kind: 'seconds', labels: ['blueprint', 'outcome'] },
    { name: cost, help: 'Cost of model calls made by runs', kind: 'count', labels: ['model'] },
  ],
  provides: [...builtInBlueprints, SqlRunContents],
  accepts: [{ kind: Blueprint, faultsIn: checkBlueprints }],
};
