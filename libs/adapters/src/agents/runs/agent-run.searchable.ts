import type { Searchable } from '@tandem/platform/feature/feature';
import { Blueprint } from '@tandem/domain/agents/blueprint';
import { agentRunView } from './agent-run.fields.js';
import { isOpen } from './run-rules.js';

export const agentRunSearchable: Searchable = {
  type: 'agent_run',
  domain: 'agents',
  path: '/agents/{agent_blueprint}/runs/{id}',
  view: agentRunView,
  title: 't.blueprint',
  titleOf: (slug, extensions) => extensions.of(Blueprint).find((one) => one.slug === slug)?.title ?? slug,
  description: 't.blueprint',
  body: 't.failure_detail',
  isClosed: `not ${isOpen}`,
};
