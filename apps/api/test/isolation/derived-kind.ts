import { type Document, documented } from '../documentation/documented.js';
import { operationsOf } from '../documentation/operations.js';

/** A resource is created where its document says, with the example that stands there. */
export function derived(kind: string): { at: string; body: object; stays?: true } | undefined {
  const all = operationsOf(documented);
  const post = all.find(({ name }) => name === `post /${kind}`);
  const example = post?.body?.example;
  if (!example) return undefined;
  const { properties = {} } = post.body!.schema as { properties?: Record<string, Document> };
  const isFree = ({ type, enum: names, format, pattern = '\\S', maxLength = 0 }: Document = {}) =>
    type === 'string' && !names && !format && pattern === '\\S' && maxLength >= 60;
  const body = Object.entries(example).map(([name, value]) => [name, isFree(properties[name]) ? '{word}' : value]);
  const goes = all.some(({ name }) => name === `delete /${kind}/{id}`);
  return { at: `/${kind}`, body: Object.fromEntries(body) as object, ...(goes ? {} : { stays: true }) };
}
