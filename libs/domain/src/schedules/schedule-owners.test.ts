import { describe, expect, it } from '@jest/globals';
import { currentDelegation } from '../agents/delegation.js';
import { newId } from '../core/id.js';
import { Rights } from '../core/access/rights.js';
import { inScope, systemScope } from '../core/scope.js';
import { AgentSchedule } from './agent-schedule.js';

const tenant = newId();
const as = <T>(memberId: string, work: () => T) => {
  const actor = { type: 'member', id: memberId, memberId } as const;
  return inScope(systemScope(tenant, { actor, rights: new Rights('member', [], ['*']) }), work);
};
const created = () =>
  as('ada', () => {
    const fields = { blueprint: 'echo', cronExpression: '0 * * * *', timezone: 'UTC' };
    return new AgentSchedule(fields, currentDelegation());
  });

describe('a refusal to edit a schedule', () => {
  it('names who may start a stopped one', () => {
    const schedule = created();
    schedule.disable('key_inactive');
    const text =
      'This schedule stopped because a member or API key it works for lost the right to it. ' +
      'Its own member or an administrator has to enable it first, and owns it from then on.';
    expect(() => as('bob', () => schedule.update({ enabled: true }))).toThrow(text);
    expect(() => schedule.mustNotBeOrphaned()).toThrow(text);
  });

  it('suggests a new one at the limit of owners', () => {
    const schedule = created();
    const change = (number: number) => as(`member ${number}`, () => schedule.update({ deadlineSeconds: 60 + number }));
    for (let number = 1; number < 20; number++) change(number);
    expect(() => change(20)).toThrow(
      'This schedule already works on behalf of 20 members and API keys; create a new schedule.',
    );
  });
});
