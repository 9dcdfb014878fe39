import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hangUp, listen } from '../local-server.js';

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A received request for chat completions. */
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
  /** Milliseconds until the client disconnected without a response. */
  hungUpAfter?: number;
}

export interface Call {
  name: string;
  /** Sent as it is if it is a string, otherwise as JSON. */
  arguments: unknown;
  id?: string;
}

/** The model's reply: a text, tool calls, or a function that writes the response. */
export type Reply = string | Call[] | ((response: ServerResponse, question: Question) => void);
/** The usage that the model reports; its own count is one token for four bytes. */
export type Counting = (input: number, output: number) => object | null | undefined;

export const honest: Counting = (input, output) => ({ prompt_tokens: input, completion_tokens: output });

/** A model provider that replies as a test defines, and sums up the cost of its replies. */
export class FakeModel {
  url = '';
  questions: Question[] = [];
  /** `number` begins at 1. */
  reply: (question: Question, number: number) => Reply = () => [{ name: 'finish', arguments: {} }];
  counting: Counting = honest;
  /** Cost served, in micro-USD, by the prices of a million tokens. */
  served = 0;
  prices = { input: 1, output: 10 };
  private server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.respond(request, response, Buffer.concat(chunks).toString()));
    });
    this.url = await listen(this.server);
  }

  reset(): void {
    this.questions = [];
    this.served = 0;
    this.counting = honest;
  }

  async close(): Promise<void> {
    if (this.server) await hangUp(this.server);
  }

  private respond(request: IncomingMessage, response: ServerResponse, text: string): void {
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

  /** The body of a response; adds its cost to `served`. */
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

const toolCall = ({ name, arguments: args, id }: Call, index: number) => ({
  id: id ?? `call_${index}`,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
