import { App } from '@tandem/domain/apps/app';
import { AppTool } from '@tandem/domain/apps/app-tool';
import { Apps } from '@tandem/domain/apps/apps.port';
import { toolDefinition } from '@tandem/domain/apps/tool-definition';
import { Seal } from '@tandem/platform/secrets/seal';
import { type Sample, storeContract } from '@tandem/testing/store-contract';
import { SqlApps, SqlAppTools } from './sql-apps.js';

const url = 'https://mcp.example.com/mcp';
const tool = (description: string) => toolDefinition({ name: 'search', description })!;

const app: Sample<App> = {
  make: (number, get) => new App({ slug: `app-${number}`, name: 'App', url }, get(Seal)),
  change: (app) => app.noteProbe(url, { tools: [tool('Searches')] }),
  tells: { added: ['app.created'], changed: ['app.tools_changed'] },
};

storeContract(SqlApps, app);

storeContract(SqlAppTools, {
  make: async (number, get) => new AppTool((await get(Apps).add(await app.make(number, get))).id, tool('Searches')),
  change: (appTool) => appTool.redefine(tool('Finds')),
});
