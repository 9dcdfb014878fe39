import { App } from '@tandem/domain/apps/app';
import { AppTool } from '@tandem/domain/apps/app-tool';
import { toolDefinition } from '@tandem/domain/apps/tool-definition';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlAppTools } from './sql-app-tools.js';
import { SqlApps } from './sql-apps.js';

const seal = new Seal(Buffer.alloc(32, 7));
const url = 'https://mcp.example.com/mcp';
const make = (number: number) => new App({ slug: `app-${number}`, name: 'App', url }, seal);
const definition = (name: string, description: string) => toolDefinition({ name, description })!;

storeContract(
  'SqlApps',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tells = { added: ['app.created'], changed: ['app.tools_changed'] };
    return { store: new SqlApps(database), tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
  },
  (app) => app.settle(url, { tools: [definition('search', 'Searches')] }),
);

storeContract(
  'SqlAppTools',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const app = await asTenant(ours.tenantId, () => new SqlApps(database).add(make(0)));
    return {
      store: new SqlAppTools(database),
      tenants: [ours.tenantId, theirs.tenantId],
      make: (number: number) => new AppTool(app.id, definition(`tool-${number}`, 'Does something')),
      tells: { added: [], changed: [] },
      happened,
      close,
    };
  },
  (tool) => tool.redefine(definition(tool.name, 'Does something else')),
);
