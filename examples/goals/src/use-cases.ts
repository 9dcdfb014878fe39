import type { EventRef } from '@tandem/domain/core/events/happened';
import { uses } from '@tandem/domain/core/use-case';
import { Goal } from './goal.js';
import { Goals } from './goals.port.js';

export class CreateGoal extends uses({ goals: Goals }) {
  run({ title }: { title: string }): Promise<Goal> {
    return this.goals.add(new Goal({ title }));
  }
}

export class ReachGoal extends uses({ goals: Goals }) {
  run({ id }: { id: string }): Promise<Goal> {
    return this.goals.change(id, (goal) => goal.reach());
  }
}

/** A job: the worker runs it for every `goal.reached`. */
export class CelebrateGoal extends uses({ goals: Goals }) {
  async run({ resourceId }: EventRef): Promise<void> {
    await this.goals.change(resourceId, (goal) => goal.celebrate());
  }
}
