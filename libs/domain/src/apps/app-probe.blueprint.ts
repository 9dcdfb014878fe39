import { count, inputOf, listOf, more, outputOf, taskId, uuid } from '../agents/blueprints/schemas.js';
import { Blueprint, type RunContext } from '../agents/blueprint.js';
import { RunFailure } from '../agents/runs/run-failure.js';
import { DomainError } from '../core/errors.js';
import { uses } from '../core/use-case.js';
import { Apps } from './apps.port.js';
import { ProbeApp } from './probe-app.js';
import { probeFaults, type ProbeResult } from './probe-result.js';
import { changesBetween, describeChanges, type Offered, offeredBy } from './tool-changes.js';

interface Input {
  app?: string;
  project_id?: string;
}

interface Known {
  id: string;
  slug: string;
  reachable: boolean | null;
  offered: Offered;
}

const maxApps = 50;

/** Probes connected apps, and opens a task for each that is lost or has changed. */
export class AppProbe extends uses({ apps: Apps, probe: ProbeApp }, Blueprint) {
  readonly slug = 'app-probe';
  readonly title = 'Probe connected apps and open a task for each that is unreachable or has changed';
  readonly inputSchema = inputOf({
    app: { type: 'string', minLength: 1, maxLength: 63, description: 'Slug of one app; default: all, the newest 50.' },
    project_id: { ...uuid, description: 'Project of the tasks; default: none.' },
  });
  readonly outputSchema = outputOf({
    apps: listOf({
      app: { type: 'string', description: 'Slug of the app.' },
      reachable: { type: 'boolean' },
      reason: { enum: [...probeFaults, null], description: 'Why it is not reachable; null if it is.' },
      tools_discovered: count,
      tools_added: count,
      tools_removed: count,
      tools_changed: count,
      task_id: taskId('The task that was opened; null if nothing became unreachable or changed.'),
    }),
    more,
  });
  override readonly tools = ['create_task'];
  override readonly effects = 'write';
  override readonly access = ['apps:write', 'tasks:write'] as const;

  async run({ input, read, call, act }: RunContext<Input>): Promise<unknown> {
    const { ids, more: hasMore } = await read('list the apps', () => this.list(input.app));
    const apps: object[] = [];
    for (const [index, id] of ids.entries()) {
      const number = index + 1;
      const known = await read(`look at app ${number}`, () => this.look(id));
      const probed = known && (await call(`probe app ${number}`, true, () => this.probeApp(known)));
      if (!probed) continue;
      const task = taskOf(known, probed);
      const location = input.project_id === undefined ? {} : { project_id: input.project_id };
      const opened =
        task && (await act<{ id: string }>(`open task ${number}`, 'create_task', { ...task, ...location }));
      const { reachable, reason, counts } = probed;
      apps.push({ app: known.slug, reachable, reason, ...counts, task_id: opened?.id ?? null });
    }
    return { apps, more: hasMore };
  }

  private async list(slug?: string): Promise<{ ids: string[]; more: boolean }> {
    if (slug !== undefined) return { ids: [await this.apps.idOf(slug)], more: false };
    const found = await this.apps.pick(['id'], {}, maxApps + 1);
    return { ids: found.slice(0, maxApps).map(({ id }) => id), more: found.length > maxApps };
  }

  private async look(id: string): Promise<Known | null> {
    const app = await this.apps.find(id);
    return app ? { id, slug: app.slug, reachable: app.reachable, offered: offeredBy(app) } : null;
  }

  /** Compares with the state before the run, since a crash may have lost an earlier probe. Null for a deleted app. */
  private async probeApp({ id, slug, offered }: Known) {
    try {
      const { reachable, reason, toolsDiscovered } = await this.probe.run({ slug });
      const changes = changesBetween(offered, offeredBy(await this.apps.one(id)));
      const counts = {
        tools_discovered: toolsDiscovered,
        tools_added: changes.added.length,
        tools_removed: changes.removed.length,
        tools_changed: changes.changed.length,
      };
      return { reachable, reason, counts, reported: describeChanges(changes) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.kind === 'not_found') return null;
      throw error.kind === 'rate_limited' ? new RunFailure('rate_limited', error.message) : error;
    }
  }
}

/** The task to open, if anything changed; a first probe does not count as a change. */
function taskOf(
  { slug, reachable: wasReachable }: Known,
  { reachable, reason, reported }: Pick<ProbeResult, 'reachable' | 'reason'> & { reported: string },
) {
  if (!reachable && wasReachable !== false)
    return { title: `App ${slug} cannot be reached`, description: `The probe failed: ${reason}.`, priority: 'high' };
  if (!reachable || wasReachable === null || !reported) return undefined;
  const description = `${reported}\n\nA changed tool is not used until somebody has looked at it and accepted it.`;
  return { title: `Tools of app ${slug} have changed`, description };
}
