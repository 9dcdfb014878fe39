import { vocabulary } from '../vocabulary.js';

/** Every family of published events that has a type of its own, such as `task.*`, by name. */
export const eventFamilies = (): string[] =>
  [...new Set(vocabulary().eventTypes.map((type) => `${nounOf(type)}.*`))].sort();

/** True for a published type, and for a family such as `task.*` that has any. */
export const isEventPattern = (pattern: string): boolean => eventPatterns().includes(pattern);

export const eventPatterns = (): string[] => [...new Set(vocabulary().eventTypes.flatMap(patternsOf))];

/** Types and families of all events that the audit log may have. */
export const auditPatterns = (): string[] => [
  ...new Set([...vocabulary().eventTypes, ...vocabulary().audited.map(({ type }) => type)].flatMap(patternsOf)),
];

/** What entries of the audit log are about. */
export const auditedResources = (): string[] => [
  ...new Set([...vocabulary().eventTypes.map(nounOf), ...vocabulary().audited.map(({ resourceType }) => resourceType)]),
];

/** The noun of a type: `agent_run` of `agent_run.queued`. */
export const nounOf = (type: string) => type.replace(/\.[^.]+$/, '');

/** The type itself, and the families that it is of. */
export function patternsOf(type: string): string[] {
  const words = type.split('.').slice(0, -1);
  return [type, ...words.map((_, index) => `${words.slice(0, index + 1).join('.')}.*`)];
}
