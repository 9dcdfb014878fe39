/** The work `w` that waits for a subscription, with the cursor `c` where there is one already. */
export const withCursor = `subscription_work w
  left join subscription_cursors c on c.tenant_id = w.tenant_id and c.subscription = w.subscription`;

/** The last event that the subscription got past; of work that is new, the one before its first. */
export const position = 'greatest(c.sequence, w.from_sequence - 1)';
