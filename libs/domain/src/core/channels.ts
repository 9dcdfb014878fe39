import { domains, type ResourceFilter, Rights } from './rights.js';

/** The channels of what belongs to a project, a notebook or a blueprint, beside those of its domain; none for what belongs to none. */
export const ofProject = (id: string | null | undefined): string[] => (id ? [`project_${id}`] : []);
export const ofNotebook = (id: string): string[] => [`notebook_${id}`];
export const ofAgent = (blueprint: string): string[] => [`agent_${blueprint}`];

/** Which events somebody may learn of, said in channels: those of the records that they may read. */
export interface EventReach {
  /** Nothing on any of these channels. */
  hidden: string[];
  /** What is on such a channel is also on one of the named ones. */
  only: Record<string, string[]>;
  /** Of private projects the channels of these; null is every one. */
  admitted: string[] | null;
}

const channelsOf = ({ project_ids: projects = [], notebook_ids: notebooks = [] }: ResourceFilter) => [
  ...projects.flatMap(ofProject),
  ...notebooks.flatMap(ofNotebook),
];

/**
 * Which events a member may see by role and access policies; null is everything. The scopes of a key do not narrow it: see
 * decision 0009.
 */
export const eventReach = ({ parts }: Rights): EventReach | null => parts.map(reachOf).reduce(common);

function reachOf({ role, policies }: Rights): EventReach | null {
  const rights = Rights.ofMember(role, policies);
  const filtered = domains().flatMap((domain) => {
    const filter = rights.filter(domain);
    return filter && rights.allows(domain, 'read') ? [[domain, channelsOf(filter)] as const] : [];
  });
  const reach = {
    hidden: domains().filter((domain) => !rights.allows(domain, 'read')),
    only: Object.fromEntries(filtered),
    admitted: rights.isAdministrator ? null : rights.namedProjects.flatMap(ofProject),
  };
  return reach.hidden.length === 0 && filtered.length === 0 && reach.admitted === null ? null : reach;
}

/** What two reaches have in common. */
function common(some: EventReach | null, others: EventReach | null): EventReach | null {
  if (!some || !others) return some ?? others;
  const only = { ...others.only, ...some.only };
  for (const [domain, channels] of Object.entries(others.only))
    only[domain] = only[domain]!.filter((channel) => channels.includes(channel));
  const { admitted } = some;
  return {
    hidden: [...new Set([...some.hidden, ...others.hidden])],
    only,
    admitted: admitted?.filter((channel) => others.admitted?.includes(channel) ?? true) ?? others.admitted,
  };
}
