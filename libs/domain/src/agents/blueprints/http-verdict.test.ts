import { describe, expect, it } from '@jest/globals';
import { isDoneWithin } from '@tandem/testing/processor-time';
import { verdictOf } from './http-verdict.js';

describe('a page check', () => {
  it('passes by status and text', () => {
    const page = { status: 200, body: '<b>All systems</b> operational', bodyFailure: null };
    expect(verdictOf(page, {})).toEqual({ ok: true, status: 200, reason: null });
    expect(verdictOf(page, { pattern: 'All * operational' })).toMatchObject({ ok: true });
    expect(verdictOf(page, { pattern: 'operational*All' })).toEqual({ ok: false, status: 200, reason: 'pattern' });
    expect(verdictOf(page, { expected_status: 301 })).toEqual({ ok: false, status: 200, reason: 'status' });
    expect(verdictOf({ ...page, status: 404 }, { expected_status: 404 })).toMatchObject({ ok: true });
    expect(verdictOf({ failure: 'timeout' }, {})).toEqual({ ok: false, status: null, reason: 'timeout' });
  });

  it('uses the status and partial text of a truncated body', () => {
    const page = { status: 200, body: 'All systems', bodyFailure: 'invalid_response' } as const;
    expect(verdictOf(page, {})).toEqual({ ok: true, status: 200, reason: null });
    expect(verdictOf(page, { pattern: 'systems' })).toMatchObject({ ok: true });
    expect(verdictOf(page, { pattern: 'operational' })).toMatchObject({ ok: false, reason: 'invalid_response' });
    expect(verdictOf({ ...page, status: 500 }, {})).toMatchObject({ ok: false, status: 500, reason: 'status' });
    expect(verdictOf({ ...page, bodyFailure: 'timeout' }, {})).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it('takes linear time', () => {
    const page = { status: 200, body: 'a'.repeat(256 * 1024), bodyFailure: null };
    const look = () => verdictOf(page, { pattern: `${'a*'.repeat(249)}b` });
    expect(look()).toMatchObject({ ok: false });
    expect(isDoneWithin(200, look)).toBe(true);
  });
});
