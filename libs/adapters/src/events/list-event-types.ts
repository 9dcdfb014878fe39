import { List, Rendered } from '@tandem/domain/core/page';
import { needing } from '@tandem/domain/core/use-case';
import { PublishedTypes } from '@tandem/platform/feature/feature';
import { selfContained } from '@tandem/platform/view/self-contained';
import { type EventType, eventTypeView } from './event.view.js';

/** The event types that leave the house, by name; they stay the same while the process runs. */
export class ListEventTypes extends needing({ published: PublishedTypes }) {
  private types: List<EventType> | undefined;

  async run(): Promise<List<EventType>> {
    return (this.types ??= new List(this.rendered(), false));
  }

  private rendered(): Rendered<EventType>[] {
    const sorted = [...this.published.list].sort((a, b) => a.type.localeCompare(b.type));
    return sorted.map(({ type, view }) => new Rendered(eventTypeView.render({ type, schema: selfContained(view) })));
  }
}
