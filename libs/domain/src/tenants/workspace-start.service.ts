import { needing } from '../core/use-case.js';
import { ApiKey } from '../api-keys/api-key.js';
import { ApiKeys } from '../api-keys/api-keys.port.js';
import type { Rendered } from '../core/page.js';
import { AccessPolicy } from '../members/access-policy.js';
import { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import { Notebook } from '../notebooks/notebook.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { startingStatuses } from '../projects/status.js';
import { Statuses } from '../projects/projects.port.js';

/** Gives a new tenant its owner, with full access and a first API key, and what every workspace starts with. */
export class WorkspaceStart extends needing({
  members: Members,
  apiKeys: ApiKeys,
  statuses: Statuses,
  notebooks: Notebooks,
}) {
  async make(owner: { name: string; email: string }): Promise<{ member: Rendered; apiKey: ApiKey }> {
    const { id } = await this.members.add(new Member({ ...owner, role: 'owner' }));
    const everything = { domain: '*', accessLevel: 'admin', resourceFilter: null } as const;
    await this.members.setPolicies(id, [new AccessPolicy(id, everything)]);
    await this.statuses.addAll(startingStatuses(null));
    await this.notebooks.add(new Notebook({ name: 'Notes', isDefault: true }));
    const apiKey = await this.apiKeys.add(new ApiKey(id, { name: 'First key' }));
    return { member: await this.members.read(id), apiKey };
  }
}
