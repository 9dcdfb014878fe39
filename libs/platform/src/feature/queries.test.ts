import { describe, expect, it } from '@jest/globals';
import { Entity } from '@tandem/domain/core/entity';
import { Page, type PageRequest, Rendered } from '@tandem/domain/core/page';
import { Parts, Store } from '@tandem/domain/core/store';
import { Bool, ById, PageInput, Uuid } from '../inputs/inputs.js';
import { text, uuid } from '../view/kinds.js';
import { view } from '../view/view.js';
import { checkNeeds } from './check/check-needs.js';
import { Container } from './container.js';
import { bind, type Feature, GET, one, pageOf, type Route } from './feature.js';
import { get, getWithin, list, listWithin } from './queries.js';

class Car extends Entity {
  static readonly resourceType = 'car';
  plate = '';
}
class Wheel extends Entity {
  static readonly resourceType = 'wheel';
  size = '';
}
interface CarFilters {
  isSold?: boolean;
}
abstract class Cars extends Store<Car, CarFilters> {}
abstract class Wheels extends Parts<Wheel> {}

/** Returns its arguments. */
const echo = (name: string) =>
  class {
    static needs = [] as const;
    one = (id: string) => Promise.resolve({ id: `own id of ${id}` });
    read = (id: string) => Promise.resolve(new Rendered(`${name} ${id}`));
    readOf = (aggregate: string, id: string) => Promise.resolve(new Rendered(`${name} ${id} of ${aggregate}`));
    page = (request: PageRequest) => Promise.resolve(new Page([], JSON.stringify(request)));
    pageOf = (aggregate: string, request: PageRequest) =>
      Promise.resolve(new Page([], aggregate + JSON.stringify(request)));
  };
const bound = [bind(Cars, echo('car') as never), bind(Wheels, echo('wheel') as never)];

class ListCarsInput extends PageInput {
  @Bool({ optional: true }) isSold?: boolean;
}
class ListWheelsInput extends PageInput {
  @Uuid() id!: string;
}
class WheelById extends ById {
  @Uuid() wheelId!: string;
}

const carView = view<Car>()('Car', { id: uuid, plate: text });
const wheelView = view<Wheel>()('Wheel', { id: uuid, size: text });
const routes = [
  GET('/cars', 'tasks:read', 'Read', { input: ListCarsInput, run: list(Cars), response: pageOf(carView) }),
  GET('/cars/:id', 'tasks:read', 'Read', { input: ById, run: get(Cars), response: one(carView) }),
  GET('/cars/:id/wheels', 'tasks:read', 'Read', {
    input: ListWheelsInput,
    run: listWithin(Cars, Wheels),
    response: pageOf(wheelView),
  }),
  GET('/cars/:id/wheels/:wheel_id', 'tasks:read', 'Read', {
    input: WheelById,
    run: getWithin(Cars, Wheels, 'wheelId'),
    response: one(wheelView),
  }),
];
const cars: Feature = { name: 'cars', summary: 'Cars', routes, adapters: bound };

describe('queries', () => {
  it('are named like use cases', () => {
    expect(routes.map(({ run }) => run.name)).toEqual(['ListCars', 'GetCar', 'ListWheels', 'GetWheel']);
    expect(get(Cars, 'FindCar').name).toBe('FindCar');
  });

  it('read from their stores, the aggregate before its parts', async () => {
    const container = new Container([cars], []);
    const run = (route: Route, input: object): Promise<unknown> => container.get(route.run).run(input);
    expect(await run(routes[0]!, { limit: 2, isSold: true })).toEqual(new Page([], '{"limit":2,"isSold":true}'));
    expect(await run(routes[1]!, { id: '7' })).toEqual(new Rendered('car 7'));
    expect(await run(routes[2]!, { id: '7', limit: 2 })).toEqual(new Page([], 'own id of 7{"limit":2}'));
    expect(await run(routes[3]!, { id: '7', wheelId: '8' })).toEqual(new Rendered('wheel 8 of own id of 7'));
  });

  it('report the ports that no feature binds', () => {
    expect(checkNeeds([{ ...cars, adapters: [] }])).toEqual([
      'feature cars: ListCars, GetCar, ListWheels and GetWheel need Cars, for which no feature binds an adapter',
      'feature cars: ListWheels and GetWheel need Wheels, for which no feature binds an adapter',
    ]);
  });

  it('fail to compile with an unknown filter or the wrong view', () => {
    class ByColour extends PageInput {
      colour?: string;
    }
    class ByState extends PageInput {
      isSold?: string;
    }
    const response = pageOf(carView);
    // @ts-expect-error the list of cars has no filter colour
    GET('/cars', 'tasks:read', 'Read', { response, input: ByColour, run: list(Cars) });
    // @ts-expect-error isSold is a boolean
    GET('/cars', 'tasks:read', 'Read', { response, input: ByState, run: list(Cars) });
    // @ts-expect-error a wheel has another view
    GET('/cars', 'tasks:read', 'Read', { input: ListCarsInput, run: list(Cars), response: pageOf(wheelView) });
    GET('/a/:id', 'tasks:read', 'Read', {
      // @ts-expect-error the id of the wheel has another name
      input: WheelById,
      run: getWithin(Cars, Wheels, 'id_'),
      response: one(wheelView),
    });
    // @ts-expect-error cars are not parts
    expect(listWithin(Cars, Cars).name).toBe('ListCars');
  });
});
