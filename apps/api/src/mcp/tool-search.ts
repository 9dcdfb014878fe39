import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Tool } from './tools.js';

const weights: readonly [part: (tool: ShownTool) => string, weight: number][] = [
  [({ name }) => name.replaceAll('_', ' '), 4],
  [({ title = '' }) => title, 2],
  [({ description = '' }) => description, 1],
  [({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).join(' '), 1],
];

/** By stem. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

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

export function synonymsOf(features: readonly Readonly<Record<string, string>>[]): Synonyms {
  const sum = new Map<string, string[]>();
  for (const [term, synonym] of [general, ...features].flatMap((synonyms) => Object.entries(synonyms)))
    for (const stem of stems(term)) sum.set(stem, [...(sum.get(stem) ?? []), ...stems(synonym)]);
  return sum;
}

/** Lower-case words without endings; a compound yields its parts and their concatenation: "e-mail" also "email". */
function stems(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .flatMap((term) => (term.includes('-') ? [...term.split('-'), term.replaceAll('-', '')] : term))
    .filter((term) => term.length > 1)
    .map((term) => term.replace(/(?<=\w{3})ies$/, 'y').replace(/(?<=\w{3})(?<!s)s$/, ''))
    .map((term) => term.replace(/(?<=\w{3})(ing|ed|e)$/, ''));
}

const stopWords = new Set(
  stems(
    'a an and as at by did do does for from had has have here in is it me my not of on or that the this to was were ' +
      'what when where which who whose with',
  ),
);
const isQuestion = (query: string) => /\b(what|when|where|which|who|whose)\b/i.test(query);
/** Factor for tools that change something, when the query is a question. */
const writeFactor = 0.5;

/** The best matches first; words that few tools have weigh more. */
export function search(tools: readonly Tool[], query: string, limit: number, synonyms: Synonyms): ShownTool[] {
  const terms = stems(query).filter((term) => !stopWords.has(term));
  const searched = [...new Set(terms.flatMap((term) => [term, ...(synonyms.get(term) ?? [])]))];
  const rates = tools.map(({ shown }) => ratesOf(shown, searched));
  const rarity = searched.map((_, at) =>
    Math.log((1 + tools.length) / (1 + rates.filter((rate) => rate[at]! > 0).length)),
  );
  const factor = ({ annotations }: ShownTool) => (isQuestion(query) && !annotations?.readOnlyHint ? writeFactor : 1);
  const rateOf = (tool: ShownTool, at: number) =>
    factor(tool) * rates[at]!.reduce((sum, rate, term) => sum + rate * rarity[term]!, 0);
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

function ratesOf(tool: ShownTool, terms: readonly string[]): number[] {
  const parts = weights.map(([part, weight]) => ({ stems: stems(part(tool)), weight }));
  return terms.map((term) =>
    Math.max(...parts.map(({ stems, weight }) => (stems.some(sharesStem(term)) ? weight : 0))),
  );
}

/** Matches recurs and recurring, task and tasks. */
const sharesStem = (term: string) => (other: string) =>
  term === other || (term.length > 4 && other.length > 4 && (term.startsWith(other) || other.startsWith(term)));
