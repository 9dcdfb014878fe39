import { uses } from '../../core/use-case.js';
import { TaskFamily } from '../task-family.service.js';

export class RemoveTaskLabel extends uses({ family: TaskFamily }) {
  async run({ id, labelId }: { id: string; labelId: string }): Promise<void> {
    await this.family.changeAlone(id, (task) => task.removeLabel(labelId));
  }
}
