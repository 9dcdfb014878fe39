import type { ReplyPart, Exchange, ModelReply } from '@tandem/domain/agents/models/conversations.port';
import type { wrapLanguageModel } from 'ai';

type Model = ReturnType<typeof wrapLanguageModel>;
export type Generated = Awaited<ReturnType<Model['doGenerate']>>;

interface Body {
  usage?: {
    prompt_tokens?: unknown;
    completion_tokens?: unknown;
    prompt_tokens_details?: { cached_tokens?: unknown } | null;
    cost?: unknown;
  } | null;
  choices?: { message?: { refusal?: unknown } }[];
}

/** Mistral accepts only call ids of nine letters and digits. */
const idOf = (number: number, position: number) =>
  `c${String(number).padStart(4, '0')}p${String(position).padStart(3, '0')}`;

/** The position of a call in a conversation: `3.1` is the first call of the third answer. */
export function positionOf(id: string): string {
  const [, number, position] = /^c(\d+)p(\d+)$/.exec(id)!;
  return `${Number(number)}.${Number(position)}`;
}

/** Omits the provider's call ids, since some providers give two calls the same id. */
export function exchangeOf({ content, finishReason, response }: Generated, bytesSent: number): Exchange {
  const body = (response?.body ?? {}) as Body;
  const parts = content.flatMap((part): ReplyPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type === 'tool-call') return [{ type: 'call', tool: part.toolName, arguments: part.input ?? '' }];
    return [];
  });
  const isRefusal = !!body.choices?.[0]?.message?.refusal;
  const reply = { parts, end: isRefusal ? 'content-filter' : finishReason.unified };
  const bytesReceived = parts.reduce((sum, part) => sum + bytesOf(part), 0);
  return { reply, report: { bytesSent, bytesReceived, ...reportedIn(body.usage ?? {}) } };
}

const reportedIn = (usage: NonNullable<Body['usage']>) => ({
  inputTokens: usage.prompt_tokens,
  cachedTokens: usage.prompt_tokens_details?.cached_tokens,
  outputTokens: usage.completion_tokens,
  cost: usage.cost,
});

const bytesOf = (part: ReplyPart) =>
  part.type === 'call'
    ? Buffer.byteLength(part.tool) + Buffer.byteLength(part.arguments)
    : Buffer.byteLength(part.text);

const unknownTokens = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** An answer in the form of the SDK. Its calls are executed whatever finish reason the provider gave. */
export function generatedOf({ parts, end }: ModelReply, number: number): Generated {
  let position = 0;
  const content = parts.map((part): Generated['content'][number] => {
    if (part.type !== 'call') return { type: 'text', text: part.text };
    return { type: 'tool-call', toolCallId: idOf(number, ++position), toolName: part.tool, input: part.arguments };
  });
  const unified = position > 0 ? 'tool-calls' : (end as Generated['finishReason']['unified']);
  return { content, finishReason: { unified, raw: end }, usage: unknownTokens, warnings: [] };
}
