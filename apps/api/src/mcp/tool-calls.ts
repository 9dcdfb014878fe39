import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type DomainError, invalid } from '@tandem/domain/core/errors';
import { inBody, parseInput } from '@tandem/platform/inputs/inputs-parse';
import type { Edge } from '../http/edge.js';
import { HttpProblem } from '../http/http-problem.js';
import { renderProblem } from '../http/render-problem.js';
import { FindToolsInput, UseToolInput } from './catalogue.inputs.js';
import type { McpRequest } from './mcp-request.js';
import { withoutNulls } from './tool-arguments.js';
import { mayBeUsed } from './tool-choice.js';
import { plainResult, problemResult } from './tool-result.js';
import { search } from './tool-search.js';
import type { Toolbox } from './toolbox.js';
import { isOpenTo, type Tool } from './tools.js';
import { useTool } from './use-tool.js';

type Json = Record<string, unknown>;

/** Serves `tools/call`. Failures that a model can correct are results; only an unknown tool is a protocol error. */
export class ToolCalls {
  constructor(
    private readonly toolbox: Toolbox,
    private readonly edge: Edge,
  ) {}

  async call(name: string, request: McpRequest): Promise<CallToolResult> {
    if (!this.knows(name, request)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
    try {
      if (request.refusal) throw request.refusal;
      return await this.dispatch(name, request);
    } catch (error) {
      return this.refused(error, request);
    }
  }

  private knows(name: string, { choice }: McpRequest): boolean {
    return (
      this.toolbox.tools.has(name) || (Object.hasOwn(this.toolbox.catalogue, name) && choice.toolsets === undefined)
    );
  }

  private async dispatch(name: string, request: McpRequest): Promise<CallToolResult> {
    // The SDK has checked that they are an object or absent.
    const args = (request.args ?? {}) as Json;
    const tool = this.toolbox.tools.get(name);
    if (tool) return this.use(tool, args, request);
    if (!mayBeUsed(this.toolbox.catalogue[name]!, request.choice)) throw readOnly();
    if (name === 'find_tools') return this.find(args, request);
    const given = read(UseToolInput, args);
    const inner = this.toolbox.tools.get(given.name);
    if (!inner) throw wrongName('not_found', `There is no tool with this name. ${this.near(given.name, request)}`);
    if (name === 'read_with_tool' && !inner.shown.annotations?.readOnlyHint)
      throw wrongName('not_allowed', `${inner.name} changes something: use call_tool instead.`);
    return this.use(inner, given.arguments ?? {}, request);
  }

  private use(tool: Tool, args: Json, request: McpRequest): Promise<CallToolResult> {
    if (!mayBeUsed(tool.shown, request.choice)) throw readOnly();
    const through = { via: 'mcp', tool: tool.name, client: request.client } as const;
    return useTool(tool, args, { ...request, scope: { ...request.scope, through } });
  }

  private find(args: Json, request: McpRequest): CallToolResult {
    const { query, limit = 5 } = read(FindToolsInput, args);
    const open = this.openTo(request);
    const tools = search(open, query, limit, this.toolbox.synonyms);
    // Without a match, the names of all tools may suggest better words.
    const names = tools.length ? {} : { names: open.map(({ name }) => name) };
    return plainResult({ tools, ...names }, request.choice.structured);
  }

  private near(name: string, request: McpRequest): string {
    const names = search(this.openTo(request), name, 3, this.toolbox.synonyms).map(({ name }) => name);
    return names.length ? `Similar tools: ${names.join(', ')}.` : 'Use find_tools to find tools.';
  }

  private openTo({ scope, choice }: McpRequest): Tool[] {
    return [...this.toolbox.tools.values()].filter(
      (tool) => isOpenTo(tool, scope.rights) && mayBeUsed(tool.shown, choice),
    );
  }

  private refused(error: unknown, { scope: { requestId } }: McpRequest): CallToolResult {
    return problemResult(renderProblem(error, this.edge, { instance: '', requestId }), this.edge.problems.codes);
  }
}

function read<I extends object>(input: new () => I, args: Json): I {
  const { input: parsed, findings } = parseInput(input, withoutNulls(args), inBody());
  if (findings.length) throw invalid(findings);
  return parsed as I;
}

const wrongName = (code: string, detail: string): DomainError => invalid([{ pointer: '/name', code, detail }]);

const readOnly = () =>
  new HttpProblem(403, 'read_only', 'This connection is read-only: its URL contains read_only=true.');
