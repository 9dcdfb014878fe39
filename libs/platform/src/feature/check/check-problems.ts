import type { Feature } from '../feature.js';
import { type Placed, placedIn, routeFault, titleOf } from './check-routes.js';

interface Told extends Placed {
  problem: string;
  status: string;
  code: string;
}

/** The problems that routes tell: each a status and a code. */
export function checkProblems(features: readonly Feature[]): string[] {
  const told = placedIn(features).flatMap((placed) =>
    ((placed.route.problems ?? []) as readonly unknown[]).map((problem) => toldBy(placed, problem)),
  );
  const form = 'a problem is a status from 400 to 599 and a code in lower case, such as 409 goal_reached';
  return [
    ...told.filter(({ code }) => !code).map((one) => routeFault(one, `has the problem ${one.problem}; ${form}`)),
    ...otherStatuses(told.filter(({ code }) => code)),
  ];
}

function toldBy(placed: Placed, problem: unknown): Told {
  const [, status = '', code = ''] =
    (typeof problem === 'string' && /^([45]\d\d) ([a-z][a-z0-9_]*)$/.exec(problem)) || [];
  return { ...placed, problem: String(problem), status, code };
}

/** One code is one status in a route and between features; in routes of one feature it may tell of states that differ. */
function otherStatuses(told: readonly Told[]): string[] {
  return told.flatMap((one, index) => {
    const before = told.slice(0, index).filter(({ code }) => code === one.code);
    const differs = ({ route, feature }: Told) =>
      route === one.route || (feature !== one.feature && !before.some((other) => other.problem === one.problem));
    const other = before.find((earlier) => earlier.status !== one.status && differs(earlier));
    if (!other) return [];
    return [routeFault(one, `has the problem ${one.problem}, but ${titleOf(other.route)} has ${other.problem}`)];
  });
}
