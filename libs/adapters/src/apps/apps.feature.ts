import { ConnectedTools } from '@tandem/domain/agents/models/connected-tools.port';
import { AppProbe } from '@tandem/domain/apps/app-probe.blueprint';
import { locationOfToken } from '@tandem/domain/apps/app';
import { AppServers } from '@tandem/domain/apps/app-servers.port';
import { Apps, AppTools } from '@tandem/domain/apps/apps.port';
import { ToolsOfApps } from '@tandem/domain/apps/tools-of-apps.service';
import { audits, bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { appFields, appView } from './app.fields.js';
import { appToolFields } from './app-tool.fields.js';
import { appRoutes } from './apps.routes.js';
import { McpAppServers } from './mcp-app-servers.js';
import { CreateApps1764000033000 } from './migrations/1764000033000-create-apps.js';
import { SqlApps, SqlAppTools } from './sql-apps.js';
import { appsProblems } from './apps.problems.js';
import { appSearchable } from './app.searchable.js';

export const apps: Feature = {
  name: 'apps',
  summary: 'MCP servers and their tools',
  domains: { apps: 'work' },
  closedTo: { models: 'changes', agents: 'all' },
  tables: [appFields.table, appToolFields.table],
  migrations: [CreateApps1764000033000],
  entities: { app: Apps },
  searchable: [appSearchable],
  adapters: [
    bind(Apps, SqlApps),
    bind(AppTools, SqlAppTools),
    bind(AppServers, McpAppServers),
    bind(ConnectedTools, ToolsOfApps),
  ],
  routes: appRoutes,
  problems: appsProblems,
  audits: audits('app', ['tool_accepted']),
  publishes: publishes('app', ['created', 'updated', 'deleted', 'tools_changed'], appView),
  provides: [AppProbe],
  sealed: [{ table: 'apps', column: 'sealed_token', location: locationOfToken }],
};
