import { uses } from '../core/use-case.js';
import { conflict, Faults, orNotFound } from '../core/errors.js';
import { asConsequence, currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import type { Nesting } from '../core/nesting.js';
import type { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import { Projects, Sections, type TaskProject } from '../projects/projects.port.js';
import type { Section } from '../projects/section.js';
import { Labels } from './labels/labels.port.js';
import type { Task } from './task.js';
import type { TaskFields } from './task-fields.js';
import { Tasks } from './tasks.port.js';

interface Placed {
  id?: string;
  projectId: string | null;
  parent: Task | undefined;
  isProjectThere?: boolean;
}

interface Referred {
  assignee: Member | undefined;
  section: Section | undefined;
  nesting: Nesting | undefined;
  labels: ReadonlySet<string>;
}

/** Checks a task's project and references: the project must accept writes; section, assignee and parent must fit. */
export class TaskPlacement extends uses({
  transaction: Transaction,
  tasks: Tasks,
  projects: Projects,
  members: Members,
  sections: Sections,
  labels: Labels,
}) {
  async writable(id: string): Promise<Task> {
    const task = await this.tasks.one(id);
    await this.mustAcceptWrites(task.projectId);
    return task;
  }

  /** Reserves numbers and positions in the project; empty when the caller may not create tasks there. */
  async admit(projectId: string | null, count: number): Promise<TaskProject[]> {
    if (projectId) return this.projects.admitTasks(projectId, count);
    // Callers limited to some projects have no tasks outside them.
    if (currentScope().rights.isLimited('tasks')) return [];
    const [statuses, position] = await Promise.all([
      this.projects.statusesOf(null),
      this.tasks.nextPositionOutsideProjects(),
    ]);
    return Array.from({ length: count }, () => ({ project: null, statuses, position }));
  }

  /** Locks the task against deletion while its parts change. */
  whileLocked<T>(id: string, work: (task: Task) => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      const task = orNotFound(await this.tasks.lockShared(id));
      await this.mustAcceptWrites(task.projectId);
      return work(task);
    });
  }

  /** Locks the future parent against deletion, and the task if it exists. Call it before `check`. */
  async lockParent({ parentId }: TaskFields, id?: string): Promise<Task | undefined> {
    if (!parentId) return undefined;
    if (id) {
      await this.tasks.lockTree();
      await this.tasks.lockFamily(id, parentId);
    }
    return this.tasks.lockShared(parentId);
  }

  /** Reads all references concurrently; not before `lockParent`, since the parent's ancestors are checked. */
  async referred({ assigneeId, sectionId, parentId, labelIds }: TaskFields, id?: string): Promise<Referred> {
    const [assignee, section, nesting, labels] = await Promise.all([
      assigneeId ? this.members.find(assigneeId) : undefined,
      sectionId ? this.sections.find(sectionId) : undefined,
      parentId ? this.tasks.nesting(parentId, id) : undefined,
      labelIds?.length ? this.labels.present(labelIds) : new Set<string>(),
    ]);
    return { assignee, section, nesting, labels };
  }

  /** Checks that references exist for the caller and fit; throws all faults at once. */
  async check(fields: TaskFields, task: Placed, referred: Referred): Promise<void> {
    const { assignee, section, nesting, labels } = referred;
    const faults = new Faults();
    if (task.isProjectThere === false) faults.missing('project_id');
    if (fields.assigneeId && !assignee?.isActive) faults.missing('assignee_id');
    if (fields.sectionId && section?.projectId !== task.projectId) faults.missing('section_id');
    fields.labelIds?.forEach((id, index) => labels.has(id) || faults.missing(`label_ids/${index}`));
    if (nesting) await this.checkParent(task, nesting, faults);
    await this.checkStatus(fields, task, faults);
    faults.throwIfAny();
  }

  /** Checks project and parent of a restored task and locks them until the transaction ends. */
  async mustFitAgain({ id, projectId, parentId }: Task): Promise<void> {
    await this.mustAcceptWrites(projectId);
    if (projectId && !(await this.projects.lockShared(projectId))) throw projectDeleted();
    const fault = parentId && (await this.tasks.nesting(parentId, id)).fault('task');
    if (fault) throw conflict('no_longer_fits', fault.detail);
  }

  /** Only adds to other faults; otherwise the task checks its status itself. */
  private async checkStatus({ statusId }: TaskFields, task: Placed, faults: Faults): Promise<void> {
    if (!statusId || task.isProjectThere === false || faults.findings.length === 0) return;
    if (!(await this.projects.statusesOf(task.projectId)).byId(statusId)) faults.missing('status_id');
  }

  private async checkParent({ projectId, parent }: Placed, nesting: Nesting, faults: Faults): Promise<void> {
    if (!parent) {
      faults.missing('parent_id');
      return;
    }
    // The task's own project has been checked before.
    if (parent.projectId !== projectId) await this.mustAcceptWrites(parent.projectId);
    nesting.judge('task', faults);
  }

  private async mustAcceptWrites(projectId: string | null): Promise<void> {
    if (projectId) (await asConsequence(() => this.projects.find(projectId)))?.mustAcceptWrites();
  }
}

const projectDeleted = () => conflict('project_deleted', 'The project of this task was deleted meanwhile.');
