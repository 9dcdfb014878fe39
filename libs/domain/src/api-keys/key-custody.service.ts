import { needing } from '../core/use-case.js';
import { forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { mustReach } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import { ApiKeys } from './api-keys.port.js';

/** Another member's key may be managed only by callers who administer keys and whose role reaches that member. */
export class KeyCustody extends needing({ apiKeys: ApiKeys, members: Members }) {
  async mustReach(id: string): Promise<void> {
    const { memberId } = await this.apiKeys.one(id);
    const { actor, rights } = currentScope();
    if (memberId === actor.memberId) return;
    if (!rights.allows('api_keys', 'admin')) throw forbidden('api_keys:admin');
    mustReach(await this.members.one(memberId));
  }
}
