import { withoutScopes } from '../access/reading.js';
import { domains, type ResourceFilter, type Rights } from '../access/rights.js';
import { channelOf } from '../entity.js';

/** Which events somebody may see, by channels: those of the records that they may read. */
export interface EventReach {
  /** Events on any of these channels are hidden. */
  hidden: string[];
  /** By channel, those of which an event on it must have one as well. */
  only: Record<string, string[]>;
  /** Channels of the private projects they may see; null is all. */
  admitted: string[] | null;
}

const ofProject = (id: string) => channelOf('project', id);

const channelsOf = ({ project_ids: projects = [], notebook_ids: notebooks = [] }: ResourceFilter) => [
  ...projects.map(ofProject),
  ...notebooks.map((id) => channelOf('notebook', id)),
];

/**
 * Which events a member may see by role and access policies; null is everything. The scopes of a key do not narrow it:
 * docs/decisions/0008.
 */
export const eventReach = (rights: Rights): EventReach | null =>
  withoutScopes(rights).intersected.map(reachOf).reduce(common);

function reachOf(rights: Rights): EventReach | null {
  const filtered = domains().flatMap((domain) => {
    const filter = rights.filter(domain);
    return filter && rights.allows(domain, 'read') ? [[domain, channelsOf(filter)] as const] : [];
  });
  const reach = {
    hidden: domains().filter((domain) => !rights.allows(domain, 'read')),
    only: Object.fromEntries(filtered),
    admitted: rights.isAdministrator ? null : rights.namedProjects.map(ofProject),
  };
  return reach.hidden.length === 0 && filtered.length === 0 && reach.admitted === null ? null : reach;
}

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
