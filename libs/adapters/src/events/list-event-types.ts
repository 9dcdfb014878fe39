import { uses } from '@tandem/domain/core/use-case';
import { PublishedTypes } from '@tandem/platform/feature/feature';
import { selfContained } from '@tandem/platform/view/self-contained';
import type { EventType } from './event.fields.js';

export class ListEventTypes extends uses({ published: PublishedTypes }) {
  private types: EventType[] | undefined;

  async run(): Promise<EventType[]> {
    this.types ??= this.published.list
      .map(({ type, view }) => ({ type, schema: selfContained(view) }))
      .sort((a, b) => a.type.localeCompare(b.type));
    return this.types;
  }
}
