import { vocabulary } from '../vocabulary.js';

export const eventFamilies = (): string[] =>
  [...new Set(vocabulary().eventTypes.map((type) => `${resourceTypeOf(type)}.*`))].sort();

export const isEventPattern = (pattern: string): boolean => eventPatterns().includes(pattern);

export const eventPatterns = (): string[] => [...new Set(vocabulary().eventTypes.flatMap(patternsOf))];

export const auditPatterns = (): string[] => [
  ...new Set([...vocabulary().eventTypes, ...vocabulary().audited.map(({ type }) => type)].flatMap(patternsOf)),
];

export const auditedResources = (): string[] => [
  ...new Set([
    ...vocabulary().eventTypes.map(resourceTypeOf),
    ...vocabulary().audited.map(({ resourceType }) => resourceType),
  ]),
];

export const resourceTypeOf = (type: string) => type.replace(/\.[^.]+$/, '');

export function patternsOf(type: string): string[] {
  const parts = type.split('.').slice(0, -1);
  return [type, ...parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`)];
}
