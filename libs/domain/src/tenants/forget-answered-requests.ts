import { needing } from '../core/use-case.js';
import { AnsweredRequests } from './answered-requests.port.js';

export class ForgetAnsweredRequests extends needing({ answered: AnsweredRequests }) {
  run(): Promise<void> {
    return this.answered.forgetOldAcrossTenants();
  }
}
