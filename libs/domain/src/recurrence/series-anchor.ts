import { type Recurring, TaskSeries } from './task-series.js';

type Anchor = Pick<Recurring, 'seriesStart' | 'seriesBefore'>;

/**
 * Where the series of a changed task begins. A new rule begins a series; a task that is moved takes along what is to come of it,
 * unless the rule says itself where it starts, and what lies behind goes on counting towards COUNT.
 */
export function anchorOf(before: Recurring, after: Recurring): Anchor {
  const moved = TaskSeries.of({ ...after, seriesStart: null, seriesBefore: 0 });
  if (!moved) return { seriesStart: null, seriesBefore: 0 };
  if (before.rrule !== after.rrule) {
    moved.mustOccur(new Date());
    return { seriesStart: moved.begin(), seriesBefore: 0 };
  }
  if (placeOf(before) === placeOf(after)) return { seriesStart: after.seriesStart, seriesBefore: after.seriesBefore };
  return { seriesStart: moved.begin(), seriesBefore: moved.hasStart ? 0 : TaskSeries.of(before)!.before };
}

const placeOf = ({ dueAt, dueDate, startDate }: Recurring) => dueAt?.toISOString() ?? dueDate ?? startDate;
