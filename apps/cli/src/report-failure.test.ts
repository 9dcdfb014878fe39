import { describe, expect, it } from '@jest/globals';
import { WrongSettings } from '@tandem/platform/settings/settings';
import { reportFailure } from './report-failure.js';

describe('the report of a failure', () => {
  const report = (error: unknown, debug = false) => {
    const lines: string[] = [];
    return { code: reportFailure(error, (line) => lines.push(line), { debug }), lines };
  };

  it('prints a line for each invalid setting', () => {
    const error = new WrongSettings(['PORT: invalid', 'SECRETS_KEY: is missing']);
    expect(report(error)).toEqual({ code: 2, lines: ['settings: PORT: invalid', 'settings: SECRETS_KEY: is missing'] });
  });

  it('prints any other error in one line, without a stack', () => {
    expect(report(new Error('the disk is full\nat once'))).toEqual({ code: 1, lines: ['tandem: the disk is full'] });
  });

  it('prints why no address of a host could be reached', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]);
    expect(report(error).lines).toEqual(['tandem: connect ECONNREFUSED ::1:5432']);
  });

  it('prints the stack at log level debug', () => {
    expect(report(new Error('the disk is full'), true).lines[0]).toContain('report-failure.test');
  });
});
