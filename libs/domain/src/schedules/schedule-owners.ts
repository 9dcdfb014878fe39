import { type Delegation, sharedWith } from '../agents/delegation.js';
import { conflict } from '../core/errors.js';
import { isDenial, type Denial, mayTakeOver } from '../core/access/authorizations.js';

const defining = [
  'blueprint',
  'inputTemplate',
  'cronExpression',
  'timezone',
  'deadlineSeconds',
  'budgetUsdCents',
  'model',
] as const;

export const definitionOf = (schedule: Record<(typeof defining)[number], unknown>): string =>
  JSON.stringify(defining.map((name) => schedule[name]));

interface Edit {
  denial: Denial | null;
  starts: boolean;
  editor: Delegation;
}

/** The editor becomes a co-owner. After an owner lost the right, only the first owner or an administrator may edit. */
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
