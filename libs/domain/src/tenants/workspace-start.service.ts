import { needing } from '../core/use-case.js';
import { Outbox } from '../core/events/subscriptions.js';
import { Notebook } from '../notebooks/notebook.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Statuses } from '../projects/projects.port.js';
import { startingStatuses } from '../projects/status.js';

/** Gives a new tenant what every workspace starts with: statuses for tasks of no project, a notebook and numbered events. */
export class WorkspaceStart extends needing({ outbox: Outbox, statuses: Statuses, notebooks: Notebooks }) {
  async make(): Promise<void> {
    await this.outbox.open();
    await this.statuses.addWithoutEvents(startingStatuses(null));
    await this.notebooks.add(new Notebook({ name: 'Notes', isDefault: true }));
  }
}
