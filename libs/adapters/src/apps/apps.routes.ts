import { AcceptAppTool } from '@tandem/domain/apps/accept-app-tool';
import { Apps, AppTools } from '@tandem/domain/apps/apps.port';
import { CreateApp } from '@tandem/domain/apps/create-app';
import { DeleteApp } from '@tandem/domain/apps/delete-app';
import { ProbeApp } from '@tandem/domain/apps/probe-app';
import { UpdateApp } from '@tandem/domain/apps/update-app';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { list, query } from '@tandem/platform/feature/queries';
import { PageInput } from '@tandem/platform/inputs/inputs';
import { appView, probeResultView } from './app.fields.js';
import { appToolView } from './app-tool.fields.js';
import { AcceptAppToolInput, AppBySlug, CreateAppInput, ListAppToolsInput, UpdateAppInput } from './apps.inputs.js';

export const appRoutes = [
  POST('/apps', 'apps:write', 'Connect an app (an MCP server)', {
    input: CreateAppInput,
    run: CreateApp,
    response: one(appView),
    location: '/apps/{slug}',
    problems: ['409 slug_taken', '422 url_not_allowed'],
    example: { slug: 'billing', name: 'Billing', url: 'https://mcp.example.com/mcp' },
  }),
  GET('/apps', 'apps:read', 'List apps', { input: PageInput, run: list(Apps), response: pageOf(appView) }),
  GET('/apps/:slug', 'apps:read', 'Get an app', {
    input: AppBySlug,
    run: query('GetApp', [Apps], async ({ slug }: AppBySlug, apps) => apps.read(await apps.idOf(slug))),
    response: one(appView),
  }),
  PATCH('/apps/:slug', 'apps:write', 'Update an app', {
    input: UpdateAppInput,
    run: UpdateApp,
    response: one(appView),
    problems: ['422 url_not_allowed'],
    example: { name: 'Billing (new)' },
  }),
  DELETE('/apps/:slug', 'apps:write', 'Delete an app and its tools', {
    input: AppBySlug,
    run: DeleteApp,
    response: nothing,
  }),
  POST('/apps/:slug/probe', 'apps:write', 'Probe an app for its tools', {
    description:
      'The response is 200 whenever the app exists, within ten seconds; ' +
      'a failed probe leaves the tools unchanged. A tenant can run two probes at a time; ' +
      'another one waits up to three seconds',
    input: AppBySlug,
    run: ProbeApp,
    response: one(probeResultView),
    problems: ['429 too_many_probes'],
    outside: true,
    trial: true,
  }),
  GET('/apps/:slug/tools', 'apps:read', 'List the tools of an app by name', {
    input: ListAppToolsInput,
    run: query('ListAppTools', [Apps, AppTools], async ({ slug, ...request }: ListAppToolsInput, apps, tools) =>
      tools.pageOf(await apps.idOf(slug), request),
    ),
    response: pageOf(appToolView),
  }),
  POST('/apps/:slug/tools/:name/accept', 'apps:write', 'Accept a tool as it is now, ending its quarantine', {
    input: AcceptAppToolInput,
    run: AcceptAppTool,
    response: one(appToolView),
    problems: ['409 tool_changed'],
    example: {
      definition_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      read_only: true,
    },
    exampleResponse: { is_read_only: true },
  }),
];
