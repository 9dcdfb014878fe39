import { type Json, List, Page } from '@tandem/domain/core/page';
import type { Route } from './route.js';

/** The JSON of a use case's result; empty where the route answers nothing. */
export function answerBody({ answer }: Route, result: unknown): Json {
  if (result instanceof Page) return enveloped(result);
  if (result instanceof List) return listed('[', result, ']');
  return answer.shape === 'none' ? '' : answer.view!.render(result);
}

const comma = Buffer.from(',');

const listed = (before: string, { items }: Page | List, after: string) =>
  Buffer.concat([
    Buffer.from(before),
    ...items.flatMap(({ bytes }, index) => (index ? [comma, bytes] : bytes)),
    Buffer.from(after),
  ]);

const enveloped = (page: Page) =>
  listed(
    '{"data":[',
    page,
    `],"has_more":${page.nextCursor !== null},"next_cursor":${JSON.stringify(page.nextCursor)}}`,
  );
