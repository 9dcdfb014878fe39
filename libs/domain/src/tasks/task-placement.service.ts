import { uses } from '../core/use-case.js';
import { conflict, Faults, orNotFound } from '../core/errors.js';
import { asConsequence, currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import type { Nesting } from '../core/nesting.js';
import type { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import { Projects, Sections, type TaskProject } from '../projects/projects.port.js';
import type { Section } from '../projects/section.js';
import type { Task } from './task.js';
import type { TaskFields } from './task-fields.js';
import { Tasks } from './tasks.port.js';

/** A task, or one about to be made, with its future parent as `lockParent` found it. */
interface Placed {
  id?: string;
  projectId: string | null;
  parent: Task | undefined;
  isProjectThere?: boolean;
}

/** What a task's fields refer to, as far as it is there for the caller, and where the future parent stands. */
interface Referred {
  assignee: Member | undefined;
  section: Section | undefined;
  nesting: Nesting | undefined;
}

/**
 * Checks where a task may be and what it may refer to: a project that accepts writes, its sections, members, and tasks above it.
 */
export class TaskPlacement extends uses({
  transaction: Transaction,
  tasks: Tasks,
  projects: Projects,
  members: Members,
  sections: Sections,
}) {
  /** The task, if its project accepts writes. */
  async writable(id: string): Promise<Task> {
    const task = await this.tasks.one(id);
    await this.mustAcceptWrites(task.projectId);
    return task;
  }

  /** A place for each of so many tasks, with a new number where it is in a project; empty where the caller may not put tasks there. */
  async admit(projectId: string | null, count: number): Promise<TaskProject[]> {
    if (projectId) return this.projects.admitTasks(projectId, count);
    // A caller limited to some projects has no tasks outside them.
    if (currentScope().rights.isLimited('tasks')) return [];
    const [statuses, position] = await Promise.all([
      this.projects.statusesOf(null),
      this.tasks.nextPositionOutsideProjects(),
    ]);
    return Array.from({ length: count }, () => ({ project: null, statuses, position }));
  }

  /** Locks the task against deletion while something is added to or removed from it. */
  whileLocked<T>(id: string, work: (task: Task) => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      const task = orNotFound(await this.tasks.lockShared(id));
      await this.mustAcceptWrites(task.projectId);
      return work(task);
    });
  }

  /** Locks the future parent against deletion, and the task if it exists. Always lock before checking. */
  async lockParent({ parentId }: TaskFields, id?: string): Promise<Task | undefined> {
    if (!parentId) return undefined;
    if (id) {
      await this.tasks.lockTree();
      await this.tasks.lockFamily(id, parentId);
    }
    return this.tasks.lockShared(parentId);
  }

  /** Asks for all at once; with `lockParent` or after it, since what is above the parent is judged. */
  async referred({ assigneeId, sectionId, parentId }: TaskFields, id?: string): Promise<Referred> {
    const [assignee, section, nesting] = await Promise.all([
      assigneeId ? this.members.find(assigneeId) : undefined,
      sectionId ? this.sections.find(sectionId) : undefined,
      parentId ? this.tasks.nesting(parentId, id) : undefined,
    ]);
    return { assignee, section, nesting };
  }

  /** Checks that what a task's fields refer to exists for the caller and fits; throws with every fault. */
  async check(fields: TaskFields, task: Placed, { assignee, section, nesting }: Referred): Promise<void> {
    const faults = new Faults();
    if (task.isProjectThere === false) faults.missing('project_id');
    if (fields.assigneeId && !assignee?.isActive) faults.missing('assignee_id');
    if (fields.sectionId && section?.projectId !== task.projectId) faults.missing('section_id');
    if (nesting) await this.checkParent(task, nesting, faults);
    await this.checkStatus(fields, task, faults);
    faults.throwIfAny();
  }

  /** A restored task must still fit its project and parent; both stay locked until the transaction ends. */
  async mustFitAgain({ id, projectId, parentId }: Task): Promise<void> {
    await this.mustAcceptWrites(projectId);
    if (projectId && !(await this.projects.lockShared(projectId))) throw projectGone();
    const fault = parentId && (await this.tasks.nesting(parentId, id)).fault('task');
    if (fault) throw conflict('no_longer_fits', fault.detail);
  }

  /** Where all else is right, the task checks its status itself. */
  private async checkStatus({ statusId }: TaskFields, task: Placed, faults: Faults): Promise<void> {
    if (!statusId || task.isProjectThere === false || faults.findings.length === 0) return;
    if (!(await this.projects.statusesOf(task.projectId)).byId(statusId)) faults.missing('status_id');
  }

  private async checkParent({ projectId, parent }: Placed, nesting: Nesting, faults: Faults): Promise<void> {
    if (!parent) {
      faults.missing('parent_id');
      return;
    }
    // The task's own project was asked before.
    if (parent.projectId !== projectId) await this.mustAcceptWrites(parent.projectId);
    nesting.judge('task', faults);
  }

  private async mustAcceptWrites(projectId: string | null): Promise<void> {
    if (projectId) (await asConsequence(() => this.projects.find(projectId)))?.mustAcceptWrites();
  }
}

const projectGone = () => conflict('project_deleted', 'The project of this task was deleted meanwhile.');
