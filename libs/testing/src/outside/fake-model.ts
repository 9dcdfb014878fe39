import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hangUp, listen } from '../local-server.js';

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request for chat completions, as it came. */
export interface Question {
  body: {
    model: string;
    messages: Message[];
    tools?: { function: { name: string; description: string; parameters: object } }[];
    max_tokens?: number;
    max_completion_tokens?: number;
  };
  text: string;
  headers: IncomingMessage['headers'];
  at: number;
  /** How many milliseconds after it came the other side hung up; undefined while it has not, or was answered. */
  hungUpAfter?: number;
}

export interface Call {
  name: string;
  /** JSON as it is sent; anything else is made into JSON. */
  arguments: unknown;
  id?: string;
}

/** What the model answers: a text, calls of tools, or whatever else the function does with the response. */
export type Reply = string | Call[] | ((response: ServerResponse, question: Question) => void);
/** What it says of the tokens it used; its own count is a token for four bytes. */
export type Counting = (input: number, output: number) => object | null | undefined;

export const honest: Counting = (input, output) => ({ prompt_tokens: input, completion_tokens: output });

/** A provider of models that answers what a test says, and keeps a ledger of what it served, by its own count. */
export class FakeModel {
  url = '';
  questions: Question[] = [];
  /** The reply to a question, numbered from 1. */
  reply: (question: Question, number: number) => Reply = () => [{ name: 'finish', arguments: {} }];
  counting: Counting = honest;
  /** What was served, in micro-USD, by the prices of a million tokens. */
  served = 0;
  prices = { input: 1, output: 10 };
  private server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.answer(request, response, Buffer.concat(chunks).toString()));
    });
    this.url = await listen(this.server);
  }

  /** As if nothing had been asked yet. */
  reset(): void {
    this.questions = [];
    this.served = 0;
    this.counting = honest;
  }

  async close(): Promise<void> {
    if (this.server) await hangUp(this.server);
  }

  private answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const at = Date.now();
    const question: Question = { body: JSON.parse(text) as Question['body'], text, headers: request.headers, at };
    response.on('close', () => {
      if (!response.writableEnded) question.hungUpAfter = Date.now() - at;
    });
    this.questions.push(question);
    const reply = this.reply(question, this.questions.length);
    if (typeof reply === 'function') return reply(response, question);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(this.completion(question, reply)));
  }

  /** The body of an answer, entered into the ledger. */
  completion(question: Question, reply: string | Call[]): object {
    const calls = typeof reply === 'string' ? [] : reply.map(toolCall);
    const content = typeof reply === 'string' ? reply : null;
    const put = content ?? calls.map(({ function: { name, arguments: args } }) => name + args).join('');
    const input = tokensIn(question.text);
    const output = tokensIn(put);
    this.served += input * this.prices.input + output * this.prices.output;
    const message = { role: 'assistant', content, ...(calls.length ? { tool_calls: calls } : {}) };
    const usage = this.counting(input, output);
    return {
      id: 'chat-1',
      model: question.body.model,
      choices: [{ index: 0, message, finish_reason: calls.length ? 'tool_calls' : 'stop' }],
      ...(usage === undefined ? {} : { usage }),
    };
  }
}

const tokensIn = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

const toolCall = ({ name, arguments: args, id }: Call, place: number) => ({
  id: id ?? `call_${place}`,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
