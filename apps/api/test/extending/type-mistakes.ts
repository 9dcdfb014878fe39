import { bind, every, type Feature, GET, on, one, asFollowUp } from '@tandem/platform/feature/feature';
import { ById, Text } from '@tandem/platform/inputs/inputs';
import { Database } from '@tandem/platform/postgres/database';
import { fields } from '@tandem/platform/store/table';
import { derived, hidden, shown } from '@tandem/platform/view/fields';
import { bool, from, instant, int32, nullable, text, texts } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { Entity } from '@tandem/domain/core/entity';

/** Mistakes that the compiler rejects: if one compiles, its `@ts-expect-error` fails the build of the tests. */

class Widget extends Entity {
  name = '';
  size = 1;
  tags: string[] = [];
  soldAt: Date | null = null;
  static readonly resourceType = 'widget';
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
class Reports {
  async run(_: { eventId: string }): Promise<void> {}
}

const response = one(view<Widget>()('Widget', { name: text, soldAt: nullable(instant) }));

export const right = [
  GET('/widgets/:id', 'tasks:read', 'x', { response, input: ById, run: GetWidget }),
  on(['task.created'], Reports),
  fields(Widget, 'widgets', { name: shown(text), size: hidden(int32), tags: texts, soldAt: nullable(instant) }),
];

abstract class Nameless extends Entity {
  size = 1;
}

export const wrong = [
  // @ts-expect-error: it has no resource type
  fields(Nameless, 'nameless', { size: int32 }),
  // @ts-expect-error: its constructor takes what its needs do not name
  GET('/widgets/:id', 'tasks:read', 'x', { response, input: ById, run: WithoutNeeds }),
  // @ts-expect-error: its needs are others than its constructor takes
  GET('/widgets/:id', 'tasks:read', 'x', { response, input: ById, run: WithOtherNeeds }),
  // @ts-expect-error: a job is held to the same
  every(1, WithOtherNeeds),
  // @ts-expect-error: a job that another use case starts as well
  asFollowUp(WithoutNeeds),
  // @ts-expect-error: no field takes the parameter
  GET('/widgets/:widget_id', 'tasks:read', 'x', { response, input: ById, run: GetWidget }),
  // @ts-expect-error: the use case needs a field that the input lacks
  GET('/widgets', 'tasks:read', 'x', { response, input: Named, run: GetWidget }),
  // @ts-expect-error: there is no such domain of rights
  GET('/widgets/:id', 'gaols:read', 'x', { response, input: ById, run: GetWidget }),
  // @ts-expect-error: a problem is a status and a code
  GET('/widgets/:id', 'authenticated', 'x', { response, input: ById, run: GetWidget, problems: ['999 Lost'] }),
  // @ts-expect-error: the adapter is no such port
  bind(Widgets, NoStore),
  // @ts-expect-error: a number is no text
  view<Widget>()('Widget', { size: text }),
  // @ts-expect-error: a time is no boolean
  view<Widget>()('Widget', { soldAt: bool }),
  // @ts-expect-error: what may be null says so
  view<Widget>()('Widget', { soldAt: instant }),
  // @ts-expect-error: there is no such property
  view<Widget>()('Widget', { weight: int32 }),
  // @ts-expect-error: nor has the entity this one
  view<Widget>()('Widget', { weight: from({ property: 'mass' }, int32) }),
  // @ts-expect-error: a number is stored in no text
  fields(Widget, 'widgets', { size: hidden(text) }),
  // @ts-expect-error: a list is stored in no single text
  fields(Widget, 'widgets', { tags: shown(text, 'What it is like.') }),
  // @ts-expect-error: a column of what may be null says so
  fields(Widget, 'widgets', { soldAt: hidden(instant) }),
  // @ts-expect-error: there is no such property
  fields(Widget, 'widgets', { weight: hidden(int32) }),
  // @ts-expect-error: nor is there one to show it from
  fields(Widget, 'widgets', { weight: derived(from({ property: 'mass' }, int32)) }),
];

export const features: Feature[] = [
  // @ts-expect-error: nothing that anybody takes
  { name: 'widgets', summary: 'x', provides: [NoStore] },
  // @ts-expect-error: a domain is declared before it is added
  { name: 'widgets', summary: 'x', domains: { gaols: 'work' } },
  // @ts-expect-error: a linkable type as well
  { name: 'widgets', summary: 'x', linkable: { gaol: { domain: 'tasks' } } },
];
