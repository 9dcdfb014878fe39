import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Conversation, Exchange, Send } from '@tandem/domain/agents/models/conversations.port';
import { RunFailure } from '@tandem/domain/agents/runs/run-failure';
import { generateText, hasToolCall, jsonSchema, type ModelMessage, tool, type ToolSet, wrapLanguageModel } from 'ai';
import { exchangeOf, type Generated, generatedOf, positionOf } from './model-replies.js';
import { type Endpoint, questionFetch } from './model-endpoint.js';

const maxRefusals = 5;
const reminder = 'You have not called finish. Call it now with the result; other text is not read.';

type RoundResult = Awaited<ReturnType<typeof generateText>>;
type Params = Parameters<ReturnType<typeof wrapLanguageModel>['doGenerate']>[0];

export class SdkTalk {
  private questionCount = 0;
  private sentMessages = 0;
  /** Ends the conversation; the SDK would report the error to the model and continue. */
  private fatal: { error: unknown } | undefined;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private last: Promise<unknown> = Promise.resolve();
  private readonly refusals = new Map<string, number>();
  private readonly hidden: ReadonlySet<string>;

  constructor(
    private readonly talk: Conversation,
    private readonly endpoint: Endpoint,
  ) {
    this.signal = AbortSignal.any([talk.signal, this.stop.signal]);
    this.hidden = new Set(talk.tools.flatMap(({ name, isHidden }) => (isHidden ? name : [])));
  }

  async result(): Promise<unknown> {
    let messages: ModelMessage[] = [{ role: 'user', content: this.talk.prompt }];
    for (const isLast of [false, true]) {
      const result = await this.round(messages);
      const finish = result.toolCalls.find(({ toolName, invalid }) => toolName === 'finish' && !invalid);
      if (finish) return finish.input;
      if (this.isOver)
        throw new RunFailure('step_limit', `The model was asked ${this.questionCount} times and did not finish.`);
      if (isLast || (result.finishReason === 'length' && result.toolCalls.length === 0)) break;
      messages = [...messages, ...result.response.messages, { role: 'user', content: reminder }];
    }
    throw new RunFailure('output_invalid', 'The model ended without calling finish.');
  }

  private get isOver(): boolean {
    return this.questionCount >= this.talk.maxSteps;
  }

  private async round(messages: ModelMessage[]): Promise<RoundResult> {
    try {
      const result = await generateText({
        model: this.model,
        system: this.talk.instructions,
        messages,
        tools: this.tools,
        maxOutputTokens: this.talk.outputLimit,
        maxRetries: 0,
        stopWhen: [() => this.isOver, hasToolCall('finish')],
        abortSignal: this.signal,
      });
      if (!this.fatal) return result;
    } catch (error) {
      this.fatal ??= { error: this.talk.signal.aborted ? this.talk.signal.reason : error };
    }
    throw this.fatal.error;
  }

  private get model() {
    return wrapLanguageModel({
      model: this.modelWith(globalThis.fetch),
      middleware: { specificationVersion: 'v3', wrapGenerate: ({ params }) => this.generate(params) },
    });
  }

  private modelWith(fetch: typeof globalThis.fetch) {
    const { provider, model, address, key, limit } = this.talk.access;
    const rename = ({ max_tokens: max, ...args }: Record<string, unknown>) => ({ ...args, [limit]: max });
    const baseURL = address.replace(/\/+$/, '');
    return createOpenAICompatible({ name: provider, baseURL, apiKey: key, fetch, transformRequestBody: rename })(model);
  }

  private async generate(params: Params): Promise<Generated> {
    try {
      const number = ++this.questionCount;
      const added = params.prompt.slice(this.sentMessages);
      this.sentMessages = params.prompt.length;
      const reply = await this.talk.request(number, added, (reserve) => this.exchange(params, reserve));
      if (reply.end === 'content-filter') throw new RunFailure('model_refused', 'The model refused to answer.');
      for (const part of reply.parts) if (part.type === 'call') this.limitRefusals(part.tool, part.arguments);
      return generatedOf(reply, number);
    } catch (error) {
      this.fatal ??= { error: this.talk.signal.aborted ? this.talk.signal.reason : error };
      throw error;
    }
  }

  private async exchange(params: Params, reserve: Parameters<Send>[0]): Promise<Exchange> {
    let bytesSent = 0;
    try {
      const model = this.modelWith(questionFetch(this.endpoint, (bytes) => reserve((bytesSent = bytes))));
      const { tools = [] } = params;
      const shown = { ...params, tools: tools.filter(({ name }) => !this.hidden.has(name)) };
      return exchangeOf(await model.doGenerate(shown), bytesSent);
    } catch (error) {
      if (error instanceof Error && error.name.startsWith('AI_'))
        throw new RunFailure('model_error', `The answer of the model cannot be read: ${error.message}`);
      throw error;
    }
  }

  /** Counts calls that the SDK refuses; it reports them to the model, which may repeat them without end. */
  private limitRefusals(name: string, args: string): void {
    if (Object.hasOwn(this.tools, name) && isJson(args)) return;
    const count = (this.refusals.get(`${name} ${args}`) ?? 0) + 1;
    this.refusals.set(`${name} ${args}`, count);
    if (count >= maxRefusals) throw new RunFailure('tool_error', `The model called ${name} ${count} times in vain.`);
  }

  private get tools(): ToolSet {
    const { tools, finish } = this.talk;
    const callable = tools.map(({ name, description, schema }) => {
      const execute = (args: unknown, { toolCallId }: { toolCallId: string }) => this.call(toolCallId, name, args);
      return [name, tool({ description, inputSchema: jsonSchema(schema), execute })] as const;
    });
    const last = tool({ description: finish.description, inputSchema: jsonSchema(finish.schema) });
    return Object.fromEntries<ToolSet[string]>([...callable, ['finish', last]]);
  }

  private call(id: string, name: string, args: unknown): Promise<unknown> {
    const next = this.last.then(async () => {
      this.signal.throwIfAborted();
      return this.talk.call(`${positionOf(id)} ${name}`, name, args);
    });
    this.last = next.catch((error: unknown) => {
      this.fatal ??= { error };
      this.stop.abort(error);
    });
    return next;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text || '{}');
    return true;
  } catch {
    return false;
  }
}
