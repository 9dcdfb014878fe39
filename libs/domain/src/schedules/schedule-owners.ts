import { type Delegation, sharedWith } from '../agents/delegation.js';
import { conflict } from '../core/errors.js';
import { isDenial, type Denial, mayTakeOver } from '../core/access/authorizations.js';

/** Fields that determine the effects, times and deadlines of runs. */
const defining = [
  'blueprint',
  'inputTemplate',
  'cronExpression',
  'timezone',
  'deadlineSeconds',
  'budgetUsdCents',
  'model',
] as const;

/** The definition as text, for comparison. */
export const definitionOf = (schedule: Record<(typeof defining)[number], unknown>): string =>
  JSON.stringify(defining.map((name) => schedule[name]));

interface Edit {
  /** Why its owners may no longer run it. */
  denial: Denial | null;
  /** True when it enables the schedule. */
  starts: boolean;
  editor: Delegation;
}

/**
 * The editor becomes a co-owner. If the schedule was disabled because an owner lost the right to it, only the first
 * owner or an administrator may edit it, and becomes the only owner by enabling it.
 */
export function ownersAfter(
  schedule: Delegation & { disabledReason: string | null },
  { denial, starts, editor }: Edit,
): Delegation {
  const { memberId, disabledReason } = schedule;
  const reason = denial ?? disabledReason;
  if (isDenial(reason)) {
    if (!mayTakeOver({ memberId, keyId: null })) throw stoppedWithOwner(reason);
    if (starts) return editor;
  }
  return { memberId, rights: sharedWith(schedule, editor) };
}

export const stoppedWithOwner = (reason: Denial) =>
  conflict(
    'owner_lost',
    'This schedule stopped because a member or API key it works for lost the right to it. ' +
      'Its own member or an administrator has to enable it first, and owns it from then on.',
    { reason },
  );
