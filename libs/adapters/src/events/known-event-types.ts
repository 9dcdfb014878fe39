import { List, Rendered } from '@tandem/domain/core/page';
import { type EventType, EventTypes } from '@tandem/domain/events/event-types.port';
import type { Published } from '@tandem/platform/feature/feature';
import { PublishedTypes } from '@tandem/platform/feature/published-types';
import { selfContained } from '@tandem/platform/view/self-contained';
import { eventTypeView } from './event.view.js';

export class KnownEventTypes extends EventTypes {
  static needs = [PublishedTypes] as const;
  private readonly byType: Map<string, Published>;
  private rendered: List<EventType> | undefined;

  constructor(published: PublishedTypes) {
    super();
    this.byType = new Map(published.list.map((one) => [one.type, one]));
  }

  list(): List<EventType> {
    return (this.rendered ??= this.render());
  }

  has(type: string): boolean {
    return this.byType.has(type);
  }

  covers(pattern: string): boolean {
    if (!pattern.endsWith('.*')) return this.has(pattern);
    return [...this.byType.keys()].some((type) => type.startsWith(pattern.slice(0, -1)));
  }

  families(): string[] {
    const families = [...this.byType.keys()].map((type) => type.replace(/\.[^.]+$/, '.*'));
    return [...new Set(families)].sort();
  }

  private render(): List<EventType> {
    const sorted = [...this.byType.values()].sort((a, b) => a.type.localeCompare(b.type));
    return new List(
      sorted.map(({ type, view }) => new Rendered(eventTypeView.render({ type, schema: selfContained(view) }))),
      false,
    );
  }
}
