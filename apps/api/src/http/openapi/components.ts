import { snake } from '@tandem/domain/core/wire-names';
import type { View } from '@tandem/platform/view/view';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import type { KnownProblems } from '../problem-codes.js';
import { exampleOf } from './example-values.js';

export type Json = Record<string, unknown>;

export class Components {
  private readonly sections: Record<string, Map<string, Json>> = {};
  private readonly views = new Map<string, View>();

  constructor(
    views: readonly View[],
    readonly problems: KnownProblems,
  ) {
    for (const view of views) this.know(view);
  }

  ref(section: string, name: string, make: () => Json): { $ref: string } {
    const parts = (this.sections[section] ??= new Map());
    if (!parts.has(name)) parts.set(name, make());
    return { $ref: `#/components/${section}/${name}` };
  }

  view(view: View): { $ref: string } {
    this.know(view);
    return this.ref('schemas', view.name, () => {
      for (const inner of view.inner) this.view(inner);
      return { ...view.schema, examples: [this.example(view)] };
    });
  }

  example(view: View): Json {
    return exampleOf(view.schema, snake(view.name).slice(1), (name) => this.schemaOf(name)) as Json;
  }

  toJSON(): Json {
    return Object.fromEntries(
      Object.entries(this.sections).map(([section, parts]) => [section, Object.fromEntries([...parts].sort(byName))]),
    );
  }

  private know(view: View): void {
    const known = this.views.get(view.name);
    if (known && known !== view) throw new Error(`two views are called ${view.name}: give one another name`);
    this.views.set(view.name, view);
    for (const inner of view.inner) this.know(inner);
  }

  private schemaOf(name: string): JsonSchema {
    const view = this.views.get(name);
    if (!view) throw new Error(`a schema refers to ${name}, which is no view of this document`);
    return view.schema;
  }
}

const byName = ([a]: [string, Json], [b]: [string, Json]) => a.localeCompare(b);
