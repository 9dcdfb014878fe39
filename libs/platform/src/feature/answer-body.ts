import { type Json, List, Page } from '@tandem/domain/core/page';
import type { Route } from './route.js';

export function answerBody({ answer: { shape, view } }: Route, result: unknown): Json {
  if (result instanceof Page) return enveloped(bytesOf(result), result.nextCursor);
  if (result instanceof List) return listed('[', bytesOf(result), ']');
  if (!Array.isArray(result)) return shape === 'none' ? '' : view!.render(result);
  const rendered = result.map((entity) => Buffer.from(view!.render(entity)));
  return shape === 'page' ? enveloped(rendered, null) : listed('[', rendered, ']');
}

const bytesOf = ({ items }: Page | List) => items.map(({ bytes }) => bytes);
const comma = Buffer.from(',');

function listed(before: string, records: readonly Buffer[], after: string): Buffer {
  const parts = records.flatMap((record, index) => (index > 0 ? [comma, record] : [record]));
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)]);
}

const enveloped = (records: readonly Buffer[], nextCursor: string | null) =>
  listed('{"data":[', records, `],"has_more":${nextCursor !== null},"next_cursor":${JSON.stringify(nextCursor)}}`);
