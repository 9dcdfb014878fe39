import { uses } from '../../core/use-case.js';
import { TaskPlacement } from '../task-placement.service.js';
import { Tasks } from '../tasks.port.js';
import { TaskLinking } from './task-linking.service.js';
import { TaskLinks } from './task-links.port.js';

/** Counts as a change of the task. */
export class DeleteTaskLink extends uses({
  placement: TaskPlacement,
  links: TaskLinks,
  linking: TaskLinking,
  tasks: Tasks,
}) {
  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.placement.whileLocked(id, async (task) => {
      await this.linking.mustSee(task.id, linkId);
      await this.links.remove(linkId, (link) => link.delete(task));
      await this.tasks.touch(task.id);
    });
  }
}
