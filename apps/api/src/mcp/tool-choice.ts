import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Finding } from '@tandem/domain/core/errors';
import type { Rights } from '@tandem/domain/core/access/rights';
import { badRequest } from '../http/http-problem.js';
import type { Toolbox } from './toolbox.js';
import { isOpenTo, type Tool } from './tools.js';

export interface ToolChoice {
  /** Domains; undefined for the usual tools and the catalogue. */
  toolsets: 'all' | readonly string[] | undefined;
  readOnly: boolean;
  /** Also send structured content, with its schemas. */
  structured: boolean;
}

/** Throws for unknown parameters and values; the error lists the valid ones. */
export function choiceOf(query: URLSearchParams, tools: ReadonlyMap<string, Tool>): ToolChoice {
  const domains = [...new Set([...tools.values()].flatMap(({ domain }) => domain ?? []))].sort();
  const known: Record<string, (value: string) => boolean> = {
    toolsets: (value) => value === 'all' || value.split(',').every((one) => domains.includes(one)),
    read_only: isFlag,
    structured: isFlag,
  };
  const reported: Record<string, string> = {
    toolsets: `must be all, or one or more of ${domains.join(', ')}, separated by commas.`,
    read_only: 'must be true or false.',
    structured: 'must be true or false.',
  };
  const findings: Finding[] = [];
  for (const [parameter, value] of query) {
    if (!Object.hasOwn(known, parameter))
      findings.push({
        parameter,
        code: 'unknown_parameter',
        detail: 'The parameters are toolsets, read_only and structured.',
      });
    else if (query.getAll(parameter).length > 1 || !known[parameter]!(value))
      findings.push({ parameter, code: 'not_allowed', detail: `${parameter} ${reported[parameter]}` });
  }
  if (findings.length) throw badRequest('invalid_parameter', findings[0]!.detail, findings);
  const toolsets = query.get('toolsets');
  return {
    toolsets: toolsets === null || toolsets === 'all' ? (toolsets ?? undefined) : toolsets.split(','),
    readOnly: query.get('read_only') === 'true',
    structured: query.get('structured') === 'true',
  };
}

const isFlag = (value: string) => value === 'true' || value === 'false';

export function chosen({ tools, catalogue }: Toolbox, choice: ToolChoice, rights: Rights): ShownTool[] {
  const { toolsets, structured } = choice;
  const isIn = ({ domain, route }: Tool) =>
    toolsets ? toolsets === 'all' || domain === null || toolsets.includes(domain) : route.tool === 'front';
  const shown = [...tools.values()]
    .filter((tool) => isIn(tool) && isOpenTo(tool, rights))
    .map(({ shown, outputSchema }) => (structured ? { ...shown, outputSchema } : shown));
  const all = toolsets ? shown : [...shown, ...Object.values(catalogue)];
  return all.filter((tool) => mayBeUsed(tool, choice)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A read-only connection neither shows nor calls tools that change something. */
export const mayBeUsed = ({ annotations }: ShownTool, { readOnly }: ToolChoice) =>
  !readOnly || annotations?.readOnlyHint === true;
