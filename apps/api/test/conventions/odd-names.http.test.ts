import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('names that objects have of their own', () => {
  const { ada, raw } = useWorld();

  it('are unknown parameters, and values like any other', async () => {
    const { body } = await ada.post('/tasks', { title: 'x' });
    const odd = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];
    for (const name of odd) {
      const answers = [
        await ada.get(`/tasks?${name}=1`),
        await ada.get(`/me?${name}=1`),
        await ada.get(`/tasks/${body.id}?limit=1&${name}`),
        await ada.post(`/tasks?${name}=1`, { title: 'x' }),
        await raw('post', `/mcp?${name}=1`).set('authorization', `Bearer ${ada.key}`).send({}),
      ];
      for (const answer of answers)
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          expect.arrayContaining([expect.objectContaining({ parameter: name })]),
        ]);
      for (const filter of ['is_private', 'status', 'limit', 'sort'])
        expect((await ada.get(`/projects?${filter}=${name}`)).status).toBe(400);
      expect((await ada.get(`/backlinks/${name}/${body.id}`)).status).toBe(422);
      expect((await ada.post(`/tasks/${body.id}/links`, { entity_type: name, entity_id: body.id })).status).toBe(422);
    }
  });
});
