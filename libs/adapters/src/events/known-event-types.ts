import { List, Rendered } from '@tandem/domain/core/page';
import { needing } from '@tandem/domain/core/use-case';
import { type EventType, EventTypes } from '@tandem/domain/events/event-types.port';
import { PublishedTypes } from '@tandem/platform/feature/feature';
import { selfContained } from '@tandem/platform/view/self-contained';
import { eventTypeView } from './event.view.js';

export class KnownEventTypes extends needing({ published: PublishedTypes }, EventTypes) {
  private rendered: List<EventType> | undefined;

  list(): List<EventType> {
    return (this.rendered ??= this.render());
  }

  private render(): List<EventType> {
    const sorted = [...this.published.list].sort((a, b) => a.type.localeCompare(b.type));
    return new List(
      sorted.map(({ type, view }) => new Rendered(eventTypeView.render({ type, schema: selfContained(view) }))),
      false,
    );
  }
}
