import { Entity } from '@tandem/domain/core/entity';
import { conflict } from '@tandem/domain/core/errors';
import { Store } from '@tandem/domain/core/store';
import { bind, type Feature, GET, one, pageOf, POST, publishes } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, PageInput, Text } from '@tandem/platform/inputs/inputs';
import { storeOf } from '@tandem/platform/store/store-of';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { fields, type Migration, type QueryRunner } from '@tandem/platform/store/table';
import { createdAt, id, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { text } from '@tandem/platform/view/kinds';

declare module '@tandem/domain/core/vocabulary' {
  interface Domains {
    widgets: true;
  }
  interface Linkables {
    widget: true;
  }
}

/** A team's own feature in one file: what `docs/extending.md` describes. */
class Widget extends Entity {
  static readonly resourceType = 'widget';
  static override readonly channels = ['widgets'];
  name: string;
  state = 'new';

  constructor(fields: { name: string }) {
    super();
    this.name = fields.name;
    this.record('created');
  }

  polish(): void {
    if (this.state === 'polished') throw conflict('widget_polished', 'This widget shines already.');
    this.state = 'polished';
    this.record('polished');
  }
}

abstract class Widgets extends Store<Widget> {}

class CreateWidget {
  static needs = [Widgets] as const;
  constructor(private readonly widgets: Widgets) {}
  run(input: { name: string }): Promise<Widget> {
    return this.widgets.add(new Widget(input));
  }
}

class PolishWidget {
  static needs = [Widgets] as const;
  constructor(private readonly widgets: Widgets) {}
  run({ id }: { id: string }): Promise<Widget> {
    return this.widgets.change(id, (widget) => widget.polish());
  }
}

class CreateWidgetInput {
  @Text({ max: 20 }) name!: string;
}

const widgetFields = fields(Widget, 'widgets', { id, tenantId, name: text, state: text, createdAt, updatedAt });
const widgetView = widgetFields.view;

class SqlWidgets extends storeOf(SqlStore<Widget>, widgetFields) implements Widgets {}

class CreateWidgets1900000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table widgets (tenant_id uuid not null, id uuid not null, name text not null, state text not null,
        created_at timestamptz not null, updated_at timestamptz not null, primary key (tenant_id, id));
      ${tenantRows('widgets')}`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table widgets');
  }
}

export const widgets: Feature = {
  name: 'widgets',
  summary: 'Things that shine',
  tables: [widgetFields.table],
  migrations: [CreateWidgets1900000000000],
  entities: { widget: Widgets },
  domains: { widgets: 'work' },
  linkable: { widget: { domain: 'widgets', path: '/widgets/{id}' } },
  adapters: [bind(Widgets, SqlWidgets)],
  publishes: publishes('widget', ['created', 'polished'], widgetView),
  routes: [
    POST('/widgets', 'widgets:write', 'Create a widget', {
      input: CreateWidgetInput,
      run: CreateWidget,
      response: one(widgetView),
      location: '/widgets/{id}',
    }),
    GET('/widgets', 'widgets:read', 'List widgets', {
      input: PageInput,
      run: list(Widgets),
      response: pageOf(widgetView),
    }),
    GET('/widgets/:id', 'widgets:read', 'Get a widget', { input: ById, run: get(Widgets), response: one(widgetView) }),
    POST('/widgets/:id/polish', 'widgets:write', 'Polish a widget', {
      input: ById,
      run: PolishWidget,
      response: one(widgetView),
      problems: ['409 widget_polished'],
    }),
  ],
};
