import { type Delegation, sharedWith } from '../agents/delegation.js';
import { conflict } from '../core/errors.js';
import { isDenial, type Denial, mayTakeOver } from '../core/access/authorizations.js';

/** The fields that decide what the runs of a schedule do, when they start and how long they may take. */
const defining = [
  'blueprint',
  'inputTemplate',
  'cronExpression',
  'timezone',
  'deadlineSeconds',
  'budgetUsdCents',
  'model',
] as const;

/** The definition of a schedule as text, to be compared. */
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
 * Who owns a schedule after an edit: the editor too. Where it was disabled because one of its owners lost the right to it, only its
 * first owner or an administrator may edit it, and whoever of them enables it becomes its only owner.
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
    'This schedule stopped because a member or API key it works for lost the right to it. Its own member or an administrator has to enable it first, and owns it from then on.',
    { reason },
  );
