import type { Entity } from '../../core/entity.js';
import type { PageRequest } from '../../core/page.js';
import type { Records } from '../../core/store.js';

/** The records that filters pick, the newest first, as their views show them; `more` when there are further ones. */
export async function readPages<View, Filters extends object>(
  records: Pick<Records<Entity, Filters>, 'page'>,
  filters: Filters,
  most: number,
): Promise<{ found: View[]; more: boolean }> {
  const found: View[] = [];
  const request: PageRequest & Filters = { ...filters, limit: Math.min(most, 100) };
  do {
    const { items, nextCursor } = await records.page(request);
    for (const { json } of items) found.push(JSON.parse(json) as View);
    request.cursor = nextCursor ?? undefined;
  } while (request.cursor && found.length < most);
  return { found: found.slice(0, most), more: request.cursor !== undefined || found.length > most };
}
