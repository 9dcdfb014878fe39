import { Blueprint, type JsonSchema, type RunContext } from '../blueprint.js';
import { inputOf, outputOf, uuid } from './schemas.js';

interface ListRequest {
  kind: 'task' | 'subtask';
  prompt: string;
  data: unknown;
  max: number;
  fields?: Record<string, JsonSchema>;
  location?: object;
}

/** A blueprint whose model lists tasks and has no tools, so that a hostile text can only make it list wrong tasks. */
export abstract class TaskLister extends Blueprint {
  readonly outputSchema = outputOf({ task_ids: { type: 'array', items: uuid } });
  override readonly engine = 'llm';
  override readonly effects = 'write';
  override readonly defaultBudgetUsdCents = 20;
  override readonly maxSteps = 3;

  protected async createListed({ act, converse }: RunContext, request: ListRequest): Promise<{ task_ids: string[] }> {
    const { kind, prompt, data, max, fields = {}, location } = request;
    const listed = await converse<Record<string, object[]>>({
      prompt,
      data: [data],
      finish: { description: `Hands in the ${kind}s.`, schema: listSchema(`${kind}s`, max, fields) },
    });
    const ids: string[] = [];
    for (const [index, task] of listed[`${kind}s`]!.slice(0, max).entries())
      ids.push((await act<{ id: string }>(`create ${kind} ${index + 1}`, 'create_task', { ...task, ...location })).id);
    return { task_ids: ids };
  }
}

function listSchema(name: string, max: number, fields: Record<string, JsonSchema>): JsonSchema {
  const title = { type: 'string', minLength: 1, maxLength: 500 };
  const description = { type: 'string', maxLength: 10_000, description: 'What the title does not say.' };
  const items = inputOf({ title, description, ...fields }, ['title']);
  return inputOf({ [name]: { type: 'array', description: `At most ${max}.`, items } }, [name]);
}
