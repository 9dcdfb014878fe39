import { uses } from '@tandem/domain/core/use-case';
import { StoredResponses } from '@tandem/platform/idempotency/stored-responses';

export class ForgetAnsweredRequests extends uses({ storedResponses: StoredResponses }) {
  run(): Promise<void> {
    return this.storedResponses.forgetAcrossTenants();
  }
}
