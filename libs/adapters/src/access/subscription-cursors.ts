/** The backlog `w` of subscriptions, with the cursor `c`, if any. */
export const withCursor = `subscription_work w
  left join subscription_cursors c on c.tenant_id = w.tenant_id and c.subscription = w.subscription`;

/** The last event processed; without a cursor, the one before the backlog. */
export const position = 'greatest(c.sequence, w.from_sequence - 1)';
