import { AppProbe } from '@tandem/domain/apps/app-probe.blueprint';
import { placeOfToken } from '@tandem/domain/apps/app';
import { Apps, AppTools } from '@tandem/domain/apps/apps.port';
import { ToolCalls } from '@tandem/domain/apps/tool-calls.port';
import { ToolDiscovery } from '@tandem/domain/apps/tool-discovery.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { appTable, appToolTable } from './app.table.js';
import { appView } from './app.view.js';
import { appRoutes } from './apps.routes.js';
import { McpToolCalls } from './mcp-tool-calls.js';
import { McpToolDiscovery } from './mcp-tool-discovery.js';
import { CreateApps1764000033000 } from './migrations/1764000033000-create-apps.js';
import { SqlApps, SqlAppTools } from './sql-apps.js';
import { appsProblems } from './apps.glossary.js';

export const apps: Feature = {
  name: 'apps',
  summary: 'MCP servers and their tools',
  domains: { apps: 'work' },
  closedTo: { models: 'changes', agents: 'all' },
  tables: [appTable, appToolTable],
  migrations: [CreateApps1764000033000],
  adapters: [
    bind(Apps, SqlApps),
    bind(AppTools, SqlAppTools),
    bind(ToolDiscovery, McpToolDiscovery),
    bind(ToolCalls, McpToolCalls),
  ],
  routes: appRoutes,
  problems: appsProblems,
  publishes: publishes('app', ['tools_changed'], appView),
  brings: [AppProbe],
  sealed: [{ table: 'apps', column: 'sealed_token', place: placeOfToken }],
};
