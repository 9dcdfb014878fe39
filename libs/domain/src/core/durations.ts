export const daySeconds = 86_400;
export const dayMillis = daySeconds * 1000;
/** How long deleted records can be restored. */
export const restorableMillis = 30 * dayMillis;
