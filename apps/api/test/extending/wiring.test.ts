import { describe, expect, it } from '@jest/globals';
import { bind, every, on, asFollowUp } from '@tandem/platform/feature/feature';
import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { View } from '@tandem/platform/view/view';
import { Careless, Egg, gadgets, Hammers, Hit, IronHammers, NoBlueprint, faultsOf, withRoute } from './mistakes.js';
import { widgets } from './widgets.feature.js';

const create = widgets.routes![0]!;
const view = create.response.view!;

describe('faults in routes, use cases and jobs are reported before startup:', () => {
  it.each<[what: string, features: unknown[], said: string[]]>([
    [
      'a port without an adapter',
      [gadgets({ jobs: [every(1, Hit)] })],
      ['Hit needs Hammers, for which no feature binds'],
    ],
    [
      'a port without an adapter that several need: in one line',
      [gadgets({ jobs: [every(1, Hit), every(2, class Knock extends Hit {}), every(3, class Pat extends Hit {})] })],
      ['feature gadgets: Hit, Knock and Pat need Hammers, for which no feature binds'],
    ],
    [
      'a verb out of step with its constructor',
      [gadgets({ jobs: [every(1, Careless as never)] })],
      ['Careless names 0 in its needs'],
    ],
    ['verbs that need each other', [gadgets({ jobs: [every(1, Egg as never)] })], ['Egg > Hen > Egg need each other']],
    [
      'a view name that is taken',
      [gadgets({ publishes: [{ type: 'gadget.hummed', view: new View('Task', {}) }] })],
      ['the view name Task'],
    ],
    ['a path that is taken', [withRoute({ path: '/tasks' })], ['the route GET /tasks is taken by feature tasks']],
    [
      'a path that differs in the names of parameters',
      [withRoute({ path: '/tasks/:widget' }, 2)],
      ['GET /tasks/:… is taken by feature tasks', 'has :widget in its path'],
    ],
    [
      'paths that fit the same addresses',
      [withRoute({ path: '/tasks/polished/:id' }, 2)],
      ['GET /tasks/polished/:id and GET /tasks/:id/comments', 'and GET /tasks/:id/links'],
    ],
    ['a path without a first word', [withRoute({ path: '/:id' }, 2)], ['must have a path of words']],
    [
      'a verb name that is taken',
      [
        {
          ...withRoute({}),
          routes: [create, { ...create, path: '/widgets/more' }, { ...create, path: '/widgets/others' }],
        },
      ],
      ['the use case CreateWidget of POST /widgets/others has the same name as'],
    ],
    [
      'a parameter that no field takes',
      [withRoute({ path: '/widgets/:widget_id' }, 2)],
      ['has :widget_id in its path, but ById has no field widgetId'],
    ],
    [
      'a location of a missing field',
      [withRoute({ location: '/widgets/{slug}' }, 0)],
      ['has {slug} in its location, but Widget shows no slug'],
    ],
    [
      'an unknown domain of rights',
      [withRoute({ access: 'gizmos:read' })],
      ['requires gizmos:read, but no feature has the domain'],
    ],
    ['an unknown access', [withRoute({ access: 'anybody' })], ['requires the unknown access anybody']],
    [
      'problems that are none',
      [withRoute({ problems: ['999 Vehicle Retired', 'conflict', 409] })],
      ['/widgets has the problem 999 Vehicle Retired; a problem is a status', 'problem conflict;', 'problem 409;'],
    ],
    [
      'a code of two statuses',
      [withRoute({ problems: ['409 widget_lost', '422 widget_lost', '422 task_completed'] })],
      [
        'GET /widgets has the problem 422 widget_lost, but GET /widgets has 409 widget_lost',
        'has the problem 422 task_completed, but PATCH /tasks/:id has 409',
      ],
    ],
    [
      'an example that is refused',
      [withRoute({ example: { name: 42, colour: 'red' } }, 0)],
      [
        'POST /widgets has an example that it rejects: There is no field "colour"',
        'POST /widgets has an example that it rejects: name must',
      ],
    ],
    ['an example without what the path has', [withRoute({ example: {} }, 3)], []],
    ['lenience without terms', [withRoute({ access: 'lenient' })], ['must have the access lenient and say']],
    [
      'an event that nobody publishes',
      [gadgets({ adapters: [bind(Hammers, IronHammers)], jobs: [on(['gadget.hummed'], Hit)] })],
      ['Hit subscribes to the event gadget.hummed, which no feature publishes'],
    ],
    [
      'a problem code that is taken',
      [gadgets({ problems: problemCodes('task_completed | 409 | Done | It is done. | Nothing.') })],
      ['the problem code task_completed is taken by feature tasks'],
    ],
    [
      'an event published twice',
      [gadgets({ publishes: [{ type: 'task.created', view }] })],
      ['the event type task.created is taken by feature tasks'],
    ],
    ['an event without a verb', [gadgets({ publishes: [{ type: 'Hum', view }] })], ['the event type Hum must be']],
    [
      'a job name that is taken',
      [gadgets({ adapters: [bind(Hammers, IronHammers)], jobs: [every(1, Hit), asFollowUp(Hit)] })],
      ['the job Hit is listed twice'],
    ],
    [
      'a job without a time',
      [gadgets({ adapters: [bind(Hammers, IronHammers)], jobs: [every(0, Hit)] })],
      ['must have an interval of more than 0 seconds'],
    ],
  ])('%s', (_, more, said) => {
    expect(faultsOf(...more)).toEqual(said.map((text): unknown => expect.stringContaining(text)));
  });

  it('all at once, each with the name of its feature', () => {
    const said = faultsOf(
      gadgets({ name: 'first', provides: [NoBlueprint] }),
      gadgets({ name: 'other', jobs: [every(1, Hit)] }),
    );
    expect(said.map((line) => line.split(':')[0])).toEqual(['feature other', 'feature first']);
  });
});
