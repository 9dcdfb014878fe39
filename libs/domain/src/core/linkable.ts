import type { Domain } from './rights.js';

/** What notes and tasks can refer to, and the domain whose rights show it; an `event` is known outside only. */
export const linkableDomains = {
  task: 'tasks',
  project: 'projects',
  note: 'notes',
  notebook: 'notes',
  contact: 'contacts',
  pipeline: 'pipelines',
  pipeline_stage: 'pipelines',
  agent_run: 'agents',
  event: null,
} as const satisfies Record<string, Domain | null>;

export type LinkableType = keyof typeof linkableDomains;

export const linkableTypes = Object.keys(linkableDomains) as LinkableType[];

export const isLinkable = (type: string): type is LinkableType => Object.hasOwn(linkableDomains, type);
