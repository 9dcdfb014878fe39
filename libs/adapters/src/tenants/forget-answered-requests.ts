import { uses } from '@tandem/domain/core/use-case';
import { AnsweredRequests } from '@tandem/platform/idempotency/answered-requests';

export class ForgetAnsweredRequests extends uses({ answered: AnsweredRequests }) {
  run(): Promise<void> {
    return this.answered.forgetAcrossTenants();
  }
}
