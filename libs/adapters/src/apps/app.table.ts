import { App } from '@tandem/domain/apps/app';
import { AppTool } from '@tandem/domain/apps/app-tool';
import { bool, instant, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const appTable = table(App, 'apps', {
  slug: text,
  name: text,
  url: text,
  authType: text,
  sealedToken: nullable(text),
  lastProbedAt: nullable(instant),
  reachable: nullable(bool),
  lastProbeReason: nullable(text),
});

export const appToolTable = table(AppTool, 'app_tools', {
  appId: uuid,
  name: text,
  definition: json,
  definitionHash: text,
  acceptedHash: text,
  isReadOnly: bool,
  deletedAt: nullable(instant),
});
