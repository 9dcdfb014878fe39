import { Erasure } from '@tandem/domain/core/erasure';
import { uses } from '@tandem/domain/core/use-case';
import { StoredResponses } from '@tandem/platform/idempotency/stored-responses';

/** A repeated request gets the erased record too. */
export class EraseStoredResponses extends uses({ responses: StoredResponses }, Erasure) {
  async erase(ids: readonly string[]): Promise<void> {
    await this.responses.changeEach((body) =>
      ids.some((id) => body.includes(id)) ? JSON.stringify(withoutRecords(JSON.parse(body), ids)) : undefined,
    );
  }
}

/** Replaces the records with these ids and their parts, however deep, such as in the response of a batch. */
function withoutRecords(json: unknown, ids: readonly string[]): unknown {
  if (Array.isArray(json)) return json.map((one) => withoutRecords(one, ids));
  if (typeof json !== 'object' || json === null) return json;
  const { id, contact_id: contactId } = json as { id?: string; contact_id?: string };
  if (ids.includes(id!) || (ids.includes(contactId!) && 'value' in json)) return { id, erased: true };
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutRecords(value, ids)]));
}
