import { OperationRefused } from '../agents/runs/operation-refused.js';
import { RunFailure } from '../agents/runs/run-failure.js';
import { forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Sealer } from '../core/sealer.js';
import { needing } from '../core/use-case.js';
import type { App } from './app.js';
import type { AppTool } from './app-tool.js';
import { Apps } from './apps.port.js';
import { AppServers, type ToolOutcome } from './app-servers.port.js';
import type { ProbeFault } from './probe-result.js';
import { toolName } from './tool-name.js';

/** A tool of an app as the journal of a run keeps it. */
export interface ConnectedTool {
  /** The name by which the model calls it. */
  name: string;
  app_id: string;
  /** The app's own name for it. */
  tool: string;
  definition_hash: string;
}

/** Faults with which no answer came back; with any other one the app did answer. */
const silences: readonly ProbeFault[] = [
  'timeout',
  'dns_failure',
  'connection_refused',
  'tls_error',
  'server_error',
  'invalid_response',
];
const longestError = 2000;

/** The tools of connected apps that agents may use: a member has said of their present definitions that they change nothing. */
export class ConnectedTools extends needing({ apps: Apps, servers: AppServers, sealer: Sealer }) {
  /** Such tools of the apps with these slugs; a slug that no app has is passed over. */
  async of(slugs: readonly string[]): Promise<ConnectedTool[]> {
    const found: ConnectedTool[] = [];
    if (!mayUseApps()) return found;
    for (const slug of slugs) {
      const app = await this.apps.withSlug(slug);
      for (const { name: tool, definitionHash } of app?.tools.filter(({ isForAgents }) => isForAgents) ?? []) {
        const name = toolName(slug, tool, (taken) => found.some((one) => one.name === taken));
        found.push({ name, app_id: app!.id, tool, definition_hash: definitionHash });
      }
    }
    return found;
  }

  /** The present state of tools, by the names that models know; without those that agents may no longer use. */
  async present(known: readonly ConnectedTool[]): Promise<Map<string, AppTool>> {
    const found = new Map<string, AppTool>();
    for (const id of mayUseApps() ? new Set(known.map(({ app_id: appId }) => appId)) : []) {
      const app = await this.apps.find(id);
      for (const one of known) {
        const tool = app && one.app_id === id && toolOf(app, one);
        if (tool) found.set(one.name, tool);
      }
    }
    return found;
  }

  /** Resolves to the tool's answer. Rejects with a refusal where the app answers an error, with a `RunFailure` where it does not answer. */
  async call(known: ConnectedTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string> {
    if (!mayUseApps()) throw forbidden('apps:read');
    const app = await this.apps.find(known.app_id);
    if (!app || !toolOf(app, known))
      throw new RunFailure('permission_denied', `The tool ${known.name} is not there any more as it was accepted.`);
    const call = { tool: known.tool, arguments: args };
    return answered(known, await this.servers.call(app.server(this.sealer), call, signal));
  }
}

const mayUseApps = () => currentScope().rights.allows('apps', 'read');

const toolOf = ({ tools }: App, { tool, definition_hash: hash }: ConnectedTool): AppTool | undefined =>
  tools.find((one) => one.name === tool && one.definitionHash === hash && one.isForAgents);

function answered({ name }: ConnectedTool, outcome: ToolOutcome): string {
  if (!('fault' in outcome)) {
    if (outcome.isError) throw errorOfApp(outcome.text.slice(0, longestError));
    return outcome.text;
  }
  const { fault } = outcome;
  if (silences.includes(fault)) throw new RunFailure('app_unreachable', `The app of ${name} did not answer: ${fault}.`);
  throw errorOfApp(`The app of ${name} cannot be used: ${fault}.`);
}

const errorOfApp = (detail: string) => new OperationRefused({ code: 'app_error', detail, errors: [] });
