import type { App } from './app.js';
import type { ToolChanges } from './probe-result.js';

const maxNameLength = 100;

export type Offered = Record<string, string>;

export const offeredBy = ({ tools }: App): Offered =>
  Object.fromEntries(
    tools
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ name, definitionHash }) => [name.slice(0, maxNameLength), definitionHash.slice(0, 16)]),
  );

export function changesBetween(before: Offered, after: Offered): ToolChanges {
  const had = new Map(Object.entries(before));
  const has = new Map(Object.entries(after));
  return {
    added: [...has.keys()].filter((name) => !had.has(name)),
    removed: [...had.keys()].filter((name) => !has.has(name)),
    changed: [...has.keys()].filter((name) => had.has(name) && had.get(name) !== has.get(name)),
  };
}

const maxNames = 10;

/** The changes as Markdown, with names safely quoted as code. */
export const describeChanges = (changes: ToolChanges): string =>
  Object.entries(changes)
    .filter(([, names]) => names.length)
    .map(([kind, names]) => `- ${kind}: ${namesOf(names)}`)
    .join('\n');

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `\`${name.replace(/[`\p{C}]/gu, ' ')}\``);
  const rest = names.length - shown.length;
  return [...shown, ...(rest ? [`and ${rest} more`] : [])].join(', ');
}
