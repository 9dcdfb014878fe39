import { agents } from './agents/agents.feature.js';
import { apiKeys } from './api-keys/api-keys.feature.js';
import { apps } from './apps/apps.feature.js';
import { batch } from './batch/batch.feature.js';
import { contacts } from './contacts/contacts.feature.js';
import { deals } from './deals/deals.feature.js';
import { events } from './events/events.feature.js';
import { exports } from './exports/exports.feature.js';
import { integrationKeys } from './integration-keys/integration-keys.feature.js';
import { invitations } from './invitations/invitations.feature.js';
import { members } from './members/members.feature.js';
import { notebooks } from './notebooks/notebooks.feature.js';
import { notes } from './notes/notes.feature.js';
import { overview } from './overview/overview.feature.js';
import { pipelines } from './pipelines/pipelines.feature.js';
import { projects } from './projects/projects.feature.js';
import { schedules } from './schedules/schedules.feature.js';
import { search } from './search/search.feature.js';
import { tasks } from './tasks/tasks.feature.js';
import { tenants } from './tenants/tenants.feature.js';
import { usage } from './usage/usage.feature.js';
import { webhooks } from './webhooks/webhooks.feature.js';

export const features = [
  agents,
  apiKeys,
  apps,
  batch,
  contacts,
  deals,
  events,
  exports,
  integrationKeys,
  invitations,
  members,
  notebooks,
  notes,
  overview,
  pipelines,
  projects,
  schedules,
  search,
  tasks,
  tenants,
  usage,
  webhooks,
];
