import { describe, expect, it } from '@jest/globals';
import { RouteTable } from '@tandem/api/http/route-table';
import type { Route } from '@tandem/platform/feature/feature';

const table = new RouteTable();
const paths = [
  '/tasks',
  '/tasks/:id',
  '/tasks/bulk/close',
  '/tasks/:id/links',
  '/tasks/:id/links/:link_id',
  '/notes/bulk',
];
for (const path of paths) table.add({ method: 'get', path } as Route, () => undefined);
table.add({ method: 'patch', path: '/tasks/:task_id' } as Route, () => undefined);

const found = (path: string, method = 'GET') => table.find(path.split('/'))?.get(method);

describe('the table of routes', () => {
  it('finds a route by the segments of its path', () => {
    expect(found('tasks')?.route.path).toBe('/tasks');
    expect(found('tasks/7/links/8')).toMatchObject({
      route: { path: '/tasks/:id/links/:link_id' },
      parameters: [
        { name: 'id', at: 1 },
        { name: 'link_id', at: 3 },
      ],
    });
  });

  it('prefers a word to a parameter, and comes back to the parameter where the word leads nowhere', () => {
    expect(found('tasks/bulk/close')?.route.path).toBe('/tasks/bulk/close');
    expect(found('tasks/bulk/links')?.route.path).toBe('/tasks/:id/links');
    expect(found('tasks/bulk')?.route.path).toBe('/tasks/:id');
  });

  it('lets the routes of a path call its parameter differently', () => {
    expect(found('tasks/7')?.parameters).toEqual([{ name: 'id', at: 1 }]);
    expect(found('tasks/7', 'PATCH')?.parameters).toEqual([{ name: 'task_id', at: 1 }]);
  });

  it.each(['', 'task', 'Tasks', 'tasks/', 'tasks//links', 'notes', 'tasks/7/links/8/9', 'constructor'])(
    'has nothing at "%s"',
    (path) => {
      expect(table.find(path.split('/'))).toBeUndefined();
    },
  );
});
