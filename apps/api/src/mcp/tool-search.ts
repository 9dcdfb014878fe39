import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Tool } from './tools.js';

/** How much a word says about a tool, by where it stands. */
const weights: readonly [part: (tool: ShownTool) => string, weight: number][] = [
  [({ name }) => name.replaceAll('_', ' '), 4],
  [({ title = '' }) => title, 2],
  [({ description = '' }) => description, 1],
  [({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).join(' '), 1],
];

/** What people call things that have other names here, by stems. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Synonyms that hold for every feature. */
const general = {
  change: 'update',
  edit: 'update',
  find: 'list',
  new: 'create',
  remove: 'delete',
  rename: 'update',
  search: 'list',
  show: 'get list',
  trash: 'delete',
};

/** A word for which several features have a synonym gets them all. */
export function synonymsOf(features: readonly Readonly<Record<string, string>>[]): Synonyms {
  const sum = new Map<string, string[]>();
  for (const [word, meant] of [general, ...features].flatMap((synonyms) => Object.entries(synonyms)))
    for (const stem of stems(word)) sum.set(stem, [...(sum.get(stem) ?? []), ...stems(meant)]);
  return sum;
}

/** The words of a text in lower case, without their endings; a compound word is its parts and their sum, as "e-mail" is "email". */
function stems(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .flatMap((word) => (word.includes('-') ? [...word.split('-'), word.replaceAll('-', '')] : word))
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/(?<=\w{3})ies$/, 'y').replace(/(?<=\w{3})(?<!s)s$/, ''))
    .map((word) => word.replace(/(?<=\w{3})(ing|ed|e)$/, ''));
}

/** Words that say nothing about what is wanted. */
const idle = new Set(
  stems(
    'a an and as at by did do does for from had has have here in is it me my not of on or that the this to was were ' +
      'what when where which who whose with',
  ),
);
/** A question is answered by reading. */
const isQuestion = (query: string) => /\b(what|when|where|which|who|whose)\b/i.test(query);
/** What a tool that changes something is worth to a question. */
const worthToQuestion = 0.5;

/** The tools that fit the words best, the best first; a word that few tools have says more than one that many have. */
export function search(tools: readonly Tool[], query: string, limit: number, synonyms: Synonyms): ShownTool[] {
  const words = stems(query).filter((word) => !idle.has(word));
  const wanted = [...new Set(words.flatMap((word) => [word, ...(synonyms.get(word) ?? [])]))];
  const rates = tools.map(({ shown }) => ratesOf(shown, wanted));
  const rarity = wanted.map((_, at) =>
    Math.log((1 + tools.length) / (1 + rates.filter((rate) => rate[at]! > 0).length)),
  );
  const worth = ({ annotations }: ShownTool) => (isQuestion(query) && !annotations?.readOnlyHint ? worthToQuestion : 1);
  const rateOf = (tool: ShownTool, at: number) =>
    worth(tool) * rates[at]!.reduce((sum, rate, word) => sum + rate * rarity[word]!, 0);
  return tools
    .map(({ shown }, at) => ({ shown, rate: rateOf(shown, at) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
    .slice(0, limit)
    .map(({ shown: { name, description, inputSchema, annotations } }) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema,
      ...(annotations && { annotations }),
    }));
}

/** How much each word says of the tool. */
function ratesOf(tool: ShownTool, words: readonly string[]): number[] {
  const parts = weights.map(([part, weight]) => ({ stems: stems(part(tool)), weight }));
  return words.map((word) => Math.max(...parts.map(({ stems, weight }) => (stems.some(isAkin(word)) ? weight : 0))));
}

/** Recurs and recurring are one word, task and tasks too. */
const isAkin = (word: string) => (other: string) =>
  word === other || (word.length > 4 && other.length > 4 && (word.startsWith(other) || other.startsWith(word)));
