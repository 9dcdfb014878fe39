import { bind, every, type Feature, GET, on, one, asFollowUp } from '@tandem/platform/feature/feature';
import { ById, Text } from '@tandem/platform/inputs/inputs';
import { Database } from '@tandem/platform/postgres/database';
import * as column from '@tandem/platform/store/table';
import { bool, from, instant, int32, nullable, text } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { Entity } from '@tandem/domain/core/entity';

/** Mistakes that the compiler rejects: if one compiles, its `@ts-expect-error` fails the build of the tests. */

class Widget extends Entity {
  name = '';
  size = 1;
  tags: string[] = [];
  soldAt: Date | null = null;
  static readonly noun = 'widget';
}
abstract class Widgets {
  abstract all(): Widget[];
}
class Named {
  @Text() name!: string;
}
class WithoutNeeds {
  constructor(readonly widgets: Widgets) {}
  async run(): Promise<Widget> {
    return new Widget();
  }
}
class WithOtherNeeds {
  static needs = [Database] as const;
  constructor(readonly widgets: Widgets) {}
  async run(): Promise<Widget> {
    return new Widget();
  }
}
class GetWidget {
  static needs = [Widgets] as const;
  constructor(readonly widgets: Widgets) {}
  async run(_: { id: string }): Promise<Widget> {
    return new Widget();
  }
}
class NoStore {
  static needs = [] as const;
}
class Tells {
  async run(_: { eventId: string }): Promise<void> {}
}

const shown = view<Widget>()('Widget', { name: text, sold_at: nullable(instant) });
const answer = one(shown);

export const right = [
  GET('/widgets/:id', 'tasks:read', 'x', { answer, input: ById, run: GetWidget }),
  on(['task.created'], Tells),
  column.table(Widget, 'widgets', { name: column.text, size: column.int, tags: column.texts, soldAt: column.instant }),
];

abstract class Nameless extends Entity {
  size = 1;
}

export const wrong = [
  // @ts-expect-error: it does not say its noun
  column.table(Nameless, 'nameless', { size: column.int }),
  // @ts-expect-error: its constructor takes what its needs do not name
  GET('/widgets/:id', 'tasks:read', 'x', { answer, input: ById, run: WithoutNeeds }),
  // @ts-expect-error: its needs are others than its constructor takes
  GET('/widgets/:id', 'tasks:read', 'x', { answer, input: ById, run: WithOtherNeeds }),
  // @ts-expect-error: a job is held to the same
  every(1, WithOtherNeeds),
  // @ts-expect-error: a job that another verb names as well
  asFollowUp(WithoutNeeds),
  // @ts-expect-error: no field takes the parameter
  GET('/widgets/:widget_id', 'tasks:read', 'x', { answer, input: ById, run: GetWidget }),
  // @ts-expect-error: the verb wants what the input lacks
  GET('/widgets', 'tasks:read', 'x', { answer, input: Named, run: GetWidget }),
  // @ts-expect-error: there is no such domain of rights
  GET('/widgets/:id', 'gaols:read', 'x', { answer, input: ById, run: GetWidget }),
  // @ts-expect-error: a problem is a status and a code
  GET('/widgets/:id', 'authenticated', 'x', { answer, input: ById, run: GetWidget, problems: ['999 Lost'] }),
  // @ts-expect-error: the adapter is no such port
  bind(Widgets, NoStore),
  // @ts-expect-error: a number is no text
  view<Widget>()('Widget', { size: text }),
  // @ts-expect-error: a time is no boolean
  view<Widget>()('Widget', { sold_at: bool }),
  // @ts-expect-error: what may be null says so
  view<Widget>()('Widget', { sold_at: instant }),
  // @ts-expect-error: there is no such property
  view<Widget>()('Widget', { weight: int32 }),
  // @ts-expect-error: nor has the entity this one
  view<Widget>()('Widget', { weight: from({ property: 'mass' }, int32) }),
  // @ts-expect-error: a number is stored in no text
  column.table(Widget, 'widgets', { size: column.text }),
  // @ts-expect-error: a list is stored in no single text
  column.table(Widget, 'widgets', { tags: column.text }),
  // @ts-expect-error: there is no such property
  column.table(Widget, 'widgets', { weight: column.int }),
];

export const features: Feature[] = [
  // @ts-expect-error: nothing that anybody takes
  { name: 'widgets', summary: 'x', brings: [NoStore] },
  // @ts-expect-error: a domain is declared before it is added
  { name: 'widgets', summary: 'x', domains: { gaols: 'work' } },
  // @ts-expect-error: a linkable type as well
  { name: 'widgets', summary: 'x', linkable: { gaol: { domain: 'tasks' } } },
];
