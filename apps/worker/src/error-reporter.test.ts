import { expect, it } from '@jest/globals';
import { unavailable } from '@tandem/domain/core/errors';
import { withMarks } from '@tandem/domain/core/telemetry/marks';
import type { Logger } from '@tandem/platform/settings/logger';
import { errorReporter } from './error-reporter.js';

const failing = (run_id: string, error: Error) =>
  withMarks({ run_id }, () => Promise.reject(error)).catch((caught: Error) => caught);

it('an AggregateError is logged one error at a time with its own fields, and an outage once', async () => {
  const reported: [string, object, string][] = [];
  const note = (level: string) => (facts: object, text: string) => void reported.push([level, facts, text]);
  const logger = { warn: note('warn'), debug: note('debug') } as unknown as Logger;
  const [first, second] = [await failing('1', new Error('no')), await failing('2', new Error('no either'))];
  const outages = [unavailable(), await failing('3', unavailable())];
  const report = errorReporter(logger, { isAway: false });
  report(new AggregateError([first, new AggregateError([second]), ...outages], '4 of 9 failed'), 'WakeRuns');
  expect(reported).toEqual([
    ['warn', { err: first, verb: 'WakeRuns', run_id: '1' }, 'failed; will be retried'],
    ['warn', { err: second, verb: 'WakeRuns', run_id: '2' }, 'failed; will be retried'],
    ['warn', { verb: 'WakeRuns' }, expect.stringContaining('work is delayed')],
    ['debug', { verb: 'WakeRuns', run_id: '3' }, expect.any(String)],
  ]);
});
