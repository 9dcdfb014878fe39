import { needing } from '@tandem/domain/core/use-case';
import { AnsweredRequests } from '@tandem/platform/idempotency/answered-requests';

export class ForgetAnsweredRequests extends needing({ answered: AnsweredRequests }) {
  run(): Promise<void> {
    return this.answered.forgetAcrossTenants();
  }
}
