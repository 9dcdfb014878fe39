export const healthStates = ['healthy', 'failing', 'held', 'disabled'] as const;

/** The outcomes of an endpoint's deliveries so far. */
export interface Outcomes {
  consecutiveFailures: number;
  failingSince: Date | null;
  heldUntil: Date | null;
  lastSuccessAt: Date | null;
}

export interface HealthReport extends Outcomes {
  state: (typeof healthStates)[number];
}

export const noOutcomes: Outcomes = {
  consecutiveFailures: 0,
  failingSince: null,
  heldUntil: null,
  lastSuccessAt: null,
};

/** A hold that is over, or that of a disabled endpoint, is not reported. */
export function healthOf(isEnabled: boolean, outcomes: Outcomes, now: Date): HealthReport {
  const { heldUntil, consecutiveFailures } = outcomes;
  const isHeld = isEnabled && heldUntil !== null && now < heldUntil;
  const state = consecutiveFailures > 0 ? 'failing' : 'healthy';
  return {
    ...outcomes,
    heldUntil: isHeld ? heldUntil : null,
    state: isEnabled ? (isHeld ? 'held' : state) : 'disabled',
  };
}
