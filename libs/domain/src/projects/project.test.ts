import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { inScope, systemScope } from '../core/scope.js';
import { Project, type ProjectFields } from './project.js';
import { freeIdentifier, identifierStem } from './project-identifier.js';

const fresh = (fields: ProjectFields = {}) =>
  inScope(systemScope(newId()), () => new Project({ name: 'Website', identifier: 'WEB', ...fields }));
const archived = expect.objectContaining({ kind: 'conflict', code: 'project_archived' });

describe('a project', () => {
  it('refuses updates and deletion while it is archived', () => {
    const project = fresh();
    project.archive();
    for (const write of [() => project.update({ name: 'x' }), () => project.delete(), () => project.mustAcceptWrites()])
      expect(write).toThrow(archived);
    project.unarchive();
    project.update({ name: 'x' });
    expect(takeRecorded(project).map(({ type }) => type)).toEqual([
      'project.created',
      'project.archived',
      'project.updated',
      'project.updated',
    ]);
  });

  it('cannot end before it starts', () => {
    const fault = expect.objectContaining({ code: 'invalid_body' });
    expect(() => fresh({ startDate: '2026-12-02', targetDate: '2026-12-01' })).toThrow(fault);
    const project = fresh({ startDate: '2026-12-01', targetDate: '2026-12-01' });
    expect(() => project.update({ startDate: '2026-12-03' })).toThrow(fault);
  });

  it('reports a new identifier only when it changes', () => {
    const project = fresh();
    expect(project.newIdentifier).toBe('WEB');
    const changed = (fields: ProjectFields) => {
      const found = Object.assign(fresh(), { newIdentifier: undefined });
      found.update(fields);
      return found.newIdentifier;
    };
    expect(changed({ name: 'Another' })).toBeUndefined();
    expect(changed({ identifier: 'WEB' })).toBeUndefined();
    expect(changed({ identifier: 'NEW' })).toBe('NEW');
  });

  it('derives its identifier from the initials of several words or the letters of one', () => {
    const stems = {
      Website: 'WEBS',
      'Launch of the Site': 'LOTS',
      größe: 'GROS',
      '2026 plan': 'P',
      日本語: 'P',
      'a b c d e f g': 'ABCDE',
    };
    for (const [name, stem] of Object.entries(stems)) expect([name, identifierStem(name)]).toEqual([name, stem]);
  });

  it('always gets a well-formed identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (name) => {
        expect(identifierStem(name)).toMatch(/^[A-Z][A-Z0-9]{0,9}$/);
      }),
    );
  });

  it('gets the first identifier that no other has or had, with a number of at most two digits', () => {
    expect(freeIdentifier('WEB', new Set(['WEBS']))).toBe('WEB');
    expect(freeIdentifier('WEB', new Set(['WEB', 'WEB2', 'WEB4']))).toBe('WEB3');
    const taken = ['WEB', ...Array.from({ length: 98 }, (_, index) => `WEB${index + 2}`)];
    expect(freeIdentifier('WEB', new Set(taken.slice(0, -1)))).toBe('WEB99');
    expect(() => freeIdentifier('WEB', new Set(taken))).toThrow(expect.objectContaining({ code: 'identifier_taken' }));
  });
});
