import { withoutScopes } from '../access/reading.js';
import { domains, type ResourceFilter, type Rights } from '../access/rights.js';
import { channelOf } from '../entity.js';

export interface EventReach {
  hidden: string[];
  /** By channel: its events are visible only if they are also on one of these. */
  only: Record<string, string[]>;
  admitted: string[] | null;
}

const ofProject = (id: string) => channelOf('project', id);

const channelsOf = ({ project_ids: projects = [], notebook_ids: notebooks = [] }: ResourceFilter) => [
  ...projects.map(ofProject),
  ...notebooks.map((id) => channelOf('notebook', id)),
];

/** Null means everything. The scopes of a key do not limit events: docs/decisions/0008. */
export const eventReach = (rights: Rights): EventReach | null => scopedReach(withoutScopes(rights));

/** The same, limited to what the scopes permit. */
export const scopedReach = (rights: Rights): EventReach | null => rights.intersected.map(reachOf).reduce(common);

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
