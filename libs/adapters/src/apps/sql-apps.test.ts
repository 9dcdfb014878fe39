import { describe, expect, it } from '@jest/globals';
import { App } from '@tandem/domain/apps/app';
import { AppTool } from '@tandem/domain/apps/app-tool';
import { Apps } from '@tandem/domain/apps/apps.port';
import { toolDefinition } from '@tandem/domain/apps/tool-definition';
import { Seal } from '@tandem/platform/secrets/seal';
import { type Sample, storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlApps, SqlAppTools } from './sql-apps.js';

const url = 'https://mcp.example.com/mcp';
const tool = (description: string) => toolDefinition({ name: 'search', description })!;

const app: Sample<App> = {
  make: (number, get) => new App({ slug: `app-${number}`, name: 'App', url }, get(Seal)),
  change: (app) => app.noteProbe(url, { tools: [tool('Searches')] }),
  records: { added: ['app.created'], changed: ['app.tools_changed'] },
};

storeContract(SqlApps, app);

storeContract(SqlAppTools, {
  make: async (number, get) => new AppTool((await get(Apps).add(await app.make(number, get))).id, tool('Searches')),
  change: (appTool) => appTool.redefine(tool('Finds')),
});

describe('SqlAppTools', () => {
  const { ours, get } = useStore(SqlAppTools);

  it('shows a tool as quarantined while the method says so', () =>
    ours(async (tools) => {
      const { id } = await get(Apps).add(await app.make(2, get));
      const offers = (description: string) => (found: App) => found.noteProbe(url, { tools: [tool(description)] });
      const steps = [offers('Searches'), offers('Finds'), (found: App) => found.acceptTool('search', {})];
      const seen: boolean[] = [];
      for (const step of [...steps, offers('Searches'), offers('Finds')]) {
        const { isQuarantined, ...own } = (await get(Apps).change(id, step)).tool('search');
        const { json } = await tools.read(own.id);
        expect(JSON.parse(json)).toMatchObject({ is_quarantined: isQuarantined });
        seen.push(isQuarantined);
      }
      expect(seen).toEqual([false, true, false, true, false]);
    }));
});
