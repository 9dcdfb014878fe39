import { describe, expect, it } from '@jest/globals';
import { isAmong, isForRuns } from './run-operations.js';

const operation = (name: string, needs: string, outside = false, isClosedToAgents = false) => ({
  name,
  needs,
  outside,
  isClosedToAgents,
  summary: '',
  description: null,
  inputSchema: {},
  readOnly: needs.endsWith(':read'),
});

describe('operations of runs', () => {
  it.each([
    ['create_task', 'tasks:write', true],
    ['create_goal', 'goals:write', true],
    ['list_members', 'members:read', true],
    ['delete_anything', 'tasks:admin', false],
    ['get_me', 'authenticated', false],
  ])('%s, which needs %s: %p', (name, needs, may) => expect(isForRuns(operation(name, needs))).toBe(may));

  it('exclude those that a feature closes to agents', () =>
    expect(isForRuns(operation('start_run', 'agents:write', false, true))).toBe(false));

  it('exclude external calls', () => expect(isForRuns(operation('ping', 'tasks:write', true))).toBe(false));

  it('are selected by name or domain, and write includes read', () => {
    const list = operation('list_tasks', 'tasks:read');
    for (const tools of [['list_tasks'], ['tasks:read'], ['tasks:write'], ['*']])
      expect(isAmong(tools, list)).toBe(true);
    expect(isAmong(['tasks:read'], operation('create_task', 'tasks:write'))).toBe(false);
    expect(isAmong(['notes:write'], list)).toBe(false);
  });
});
