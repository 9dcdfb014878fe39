import type { EventRange, EventRef } from '@tandem/domain/core/events/happened';
import { currentScope } from '@tandem/domain/core/scope';
import { Contact } from '@tandem/domain/contacts/contact';
import { Contacts } from '@tandem/domain/contacts/contacts.port';
import { type Feature, on, onAll, onSeveral } from '@tandem/platform/feature/feature';

/** Events received by the use cases below, and events on which they fail. */
export const echoes = {
  ranges: [] as (EventRange & { tenantId: string })[],
  several: [] as number[],
  isRejected: (_event: { sequence: number; tenantId: string }): boolean => false,
};

/** Makes a contact of each task, named by the number of the event. */
class EchoTask {
  static needs = [Contacts] as const;

  constructor(private readonly contacts: Contacts) {}

  async run(event: EventRef): Promise<void> {
    await this.contacts.add(new Contact({ displayName: String(event.sequence) }));
    const { tenantId } = currentScope();
    if (echoes.isRejected({ ...event, tenantId })) throw new Error('this event cannot be stood');
  }
}

class NoteRange {
  static needs = [] as const;

  async run(range: EventRange): Promise<void> {
    echoes.ranges.push({ ...range, tenantId: currentScope().tenantId });
  }
}

class NoteSeveral {
  static needs = [] as const;

  async run({ events }: { events: EventRef[] }): Promise<void> {
    echoes.several.push(...events.map(({ sequence }) => sequence));
  }
}

/** A team's own jobs on events, in each of the three ways. */
export const echoing: Feature = {
  name: 'echoing',
  summary: 'Jobs of this test',
  jobs: [on(['task.created'], EchoTask), onAll(NoteRange), onSeveral(['task.created'], NoteSeveral)],
};
