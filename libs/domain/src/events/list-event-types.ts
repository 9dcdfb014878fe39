import { List } from '../core/page.js';
import { EventTypes } from './event-types.port.js';

export class ListEventTypes {
  static needs = [EventTypes] as const;

  constructor(private readonly eventTypes: EventTypes) {}

  run(): Promise<List> {
    return Promise.resolve(new List(this.eventTypes.all(), false));
  }
}
