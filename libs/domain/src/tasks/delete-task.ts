import { Tasks } from './tasks.port.js';

export class DeleteTask {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.tasks.change(id, (task) => task.delete());
  }
}
