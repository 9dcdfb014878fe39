import { type Mandate, sharedWith } from '../agents/mandate.js';
import { conflict } from '../core/errors.js';
import { isLapse, type Lapse, mayTakeOver } from '../core/standings.js';

/** The definition of a schedule: all that decides what its runs do, when and how long. */
const deeds = [
  'blueprint',
  'inputTemplate',
  'cronExpression',
  'timezone',
  'deadlineSeconds',
  'budgetUsdCents',
] as const;

export const deedOf = (schedule: Record<(typeof deeds)[number], unknown>): string =>
  JSON.stringify(deeds.map((name) => schedule[name]));

export interface Handing {
  lapse: Lapse | null;
  starts: boolean;
  /** Who changes the schedule, with their rights. */
  hand: Mandate;
}

/**
 * Who owns a schedule after a change: the editor is added; when they restart a lapsed one, they become sole owner. Only its
 * owner or an administrator may touch a lapsed one.
 */
export function handedTo(
  schedule: Mandate & { disabledReason: string | null },
  { lapse, starts, hand }: Handing,
): Mandate {
  const { memberId, disabledReason } = schedule;
  if (!lapse && !isLapse(disabledReason)) return { memberId, rights: sharedWith(schedule, hand) };
  if (!mayTakeOver({ memberId, keyId: null })) throw orphaned(lapse ?? disabledReason);
  return starts ? hand : { memberId, rights: sharedWith(schedule, hand) };
}

export const orphaned = (reason: string | null) =>
  conflict(
    'owner_lost',
    'This schedule stopped because a member or API key it works for lost the right to it. Its own member or an administrator has to enable it first, and owns it from then on.',
    { reason },
  );
