import { isDeepStrictEqual } from 'node:util';
import { uses } from '../../core/use-case.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { RunFailure } from '../runs/run-failure.js';
import { AgentRuns } from '../runs/agent-runs.port.js';
import { actEach } from './act-each.js';
import { type Verdict, verdictOf, verdictReasons } from './http-verdict.js';
import { inputOf, outputOf, taskId, upTo, uuid } from './schemas.js';
import { WebPages } from './web-pages.port.js';

interface Input {
  url: string;
  expected_status?: number;
  pattern?: string;
  timeout_seconds?: number;
  project_id?: string;
}

interface Found extends Verdict {
  task_id: string | null;
}

const slug = 'http-check';
const maxRuns = 200;

/** Fetches a page, opens a task when it fails the check, and completes the task when it passes again. */
export class HttpCheck extends uses({ pages: WebPages, runs: AgentRuns }, Blueprint) {
  readonly slug = slug;
  readonly title = 'Check a web page and open a task if the check fails';
  readonly inputSchema = inputOf(
    {
      url: {
        type: 'string',
        maxLength: 2000,
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s]+([/?#]\\S*)?$',
        description:
          'URL to fetch with GET: http or https, without user name and password. Redirects are not followed.',
      },
      expected_status: {
        type: 'integer',
        minimum: 200,
        maximum: 599,
        description: 'The expected HTTP status; default: any from 200 to 299.',
      },
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'Text that the first 256 KiB of the page must contain; * matches any text.',
      },
      timeout_seconds: { ...upTo(30, 10), description: 'Time limit of the response, in seconds. Default 10.' },
      project_id: { ...uuid, description: 'Project of the task; default: none.' },
    },
    ['url'],
  );
  readonly outputSchema = outputOf({
    ok: { type: 'boolean' },
    status: { type: ['integer', 'null'], description: 'HTTP status of the response; null if there was none.' },
    reason: { enum: [...verdictReasons, null], description: 'Why the check failed; null if it passed.' },
    changed: { type: 'boolean', description: 'True if the last check of the same input had the opposite result.' },
    task_id: taskId('The task that was opened when the check began to fail; null while it passes.'),
  });
  override readonly tools = ['create_task', 'create_task_comment', 'complete_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  async run({ input, startedAt, read, call, act }: RunContext<Input>): Promise<unknown> {
    const last = await read('find the last check', () => this.lastOf(input));
    const verdict = await call('get the page', true, (signal) => this.check(input, signal));
    const changed = verdict.ok !== (last?.ok ?? true);
    if (!changed) return { ...verdict, changed, task_id: last?.task_id ?? null };
    if (!verdict.ok) {
      const { id } = await act<{ id: string }>('open a task', 'create_task', taskOf(input, verdict, startedAt));
      return { ...verdict, changed, task_id: id };
    }
    const body = `It is as expected again since ${startedAt.toISOString()}.`;
    const closing = [
      ['create_task_comment', { body }],
      ['complete_task', {}],
    ] as const;
    await actEach(last?.task_id ? closing : [], ([operation, args]) =>
      act(operation, operation, { id: last!.task_id, ...args }),
    );
    return { ...verdict, changed, task_id: null };
  }

  /** Throws for faults that only the operator or the author of the input can fix. */
  private async check(
    { url, timeout_seconds: seconds = 10, ...expected }: Input,
    signal: AbortSignal,
  ): Promise<Verdict> {
    if (!URL.canParse(url)) throw new RunFailure('invalid_input', 'url is not a web address.');
    const response = await this.pages.get(url, seconds, signal);
    if ('failure' in response && response.failure === 'blocked_address')
      throw new RunFailure(
        'configuration',
        'The address is private, local or reserved; the operator has not opened it.',
      );
    return verdictOf(response, expected);
  }

  private async lastOf(input: Input): Promise<Found | null> {
    const runs = await this.runs.pick(['input', 'output'], { blueprint: slug, status: ['succeeded'] }, maxRuns);
    const last = runs.find((run) => isDeepStrictEqual(run.input, input));
    return (last?.output as Found | undefined) ?? null;
  }
}

function taskOf({ url, project_id }: Input, { status, reason }: Verdict, at: Date) {
  const { host, origin, pathname } = new URL(url);
  const lacking = reason === 'pattern' ? ', without the text that is expected' : '';
  const said = status === null ? `no answer (${reason})` : `it answered ${status}${lacking}`;
  const description = `\`${origin}${pathname.replaceAll('`', '%60')}\`: ${said}. Checked ${at.toISOString()}.`;
  return {
    title: `${host.slice(0, 200)} is not as expected`,
    description,
    priority: 'high',
    ...(project_id && { project_id }),
  };
}
