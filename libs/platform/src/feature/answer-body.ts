import { List, Page } from '@tandem/domain/core/page';
import type { Route } from './route.js';

/** The JSON text of a use case's result; empty where the route answers nothing. */
export function answerBody({ answer }: Route, result: unknown): string {
  if (result instanceof Page) return envelope(result);
  if (result instanceof List) return `[${join(result)}]`;
  return answer.shape === 'none' ? '' : answer.view!.render(result);
}

const join = ({ items }: Page | List) => items.map(({ json }) => json).join(',');

const envelope = (page: Page) =>
  `{"data":[${join(page)}],"has_more":${page.nextCursor !== null},"next_cursor":${JSON.stringify(page.nextCursor)}}`;
