import { type ConnectedTool, ConnectedTools } from '../agents/models/connected-tools.port.js';
import { OperationRefused } from '../agents/runs/operation-refused.js';
import { RunFailure } from '../agents/runs/run-failure.js';
import { forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Sealer } from '../core/sealer.js';
import { uses } from '../core/use-case.js';
import type { App } from './app.js';
import type { AppTool } from './app-tool.js';
import { Apps } from './apps.port.js';
import { AppServers, type ToolOutcome } from './app-servers.port.js';
import type { ProbeFault } from './probe-result.js';
import { toolName } from './tool-name.js';

/** Faults without a response; with any other, the app did respond. */
const noResponseFaults: readonly ProbeFault[] = [
  'timeout',
  'dns_failure',
  'connection_refused',
  'tls_error',
  'server_error',
  'invalid_response',
];
const maxErrorLength = 2000;

export class ToolsOfApps extends uses({ apps: Apps, servers: AppServers, sealer: Sealer }, ConnectedTools) {
  async hasApp(slug: string): Promise<boolean> {
    return Boolean(await this.apps.withSlug(slug));
  }

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

  async definitions(known: readonly ConnectedTool[]): Promise<Map<string, object>> {
    const found = new Map<string, object>();
    for (const id of mayUseApps() ? new Set(known.map(({ app_id: appId }) => appId)) : []) {
      const app = await this.apps.find(id);
      for (const one of known) {
        const tool = app && one.app_id === id && toolOf(app, one);
        if (tool) found.set(one.name, tool.definition);
      }
    }
    return found;
  }

  async call(known: ConnectedTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string> {
    if (!mayUseApps()) throw forbidden('apps:read');
    const app = await this.apps.find(known.app_id);
    if (!app || !toolOf(app, known))
      throw new RunFailure('permission_denied', `The tool ${known.name} is not there any more as it was accepted.`);
    const call = { tool: known.tool, arguments: args };
    return textOf(known, await this.servers.call(app.server(this.sealer), call, signal));
  }
}

const mayUseApps = () => currentScope().rights.allows('apps', 'read');

const toolOf = ({ tools }: App, { tool, definition_hash: hash }: ConnectedTool): AppTool | undefined =>
  tools.find((one) => one.name === tool && one.definitionHash === hash && one.isForAgents);

function textOf({ name }: ConnectedTool, outcome: ToolOutcome): string {
  if (!('fault' in outcome)) {
    if (outcome.isError) throw errorOfApp(outcome.text.slice(0, maxErrorLength));
    return outcome.text;
  }
  const { fault } = outcome;
  if (noResponseFaults.includes(fault))
    throw new RunFailure('app_unreachable', `The app of ${name} did not answer: ${fault}.`);
  throw errorOfApp(`The app of ${name} cannot be used: ${fault}.`);
}

const errorOfApp = (detail: string) => new OperationRefused({ code: 'app_error', detail, errors: [] });
