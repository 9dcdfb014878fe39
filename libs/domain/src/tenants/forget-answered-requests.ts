import { AnsweredRequests } from './answered-requests.port.js';

export class ForgetAnsweredRequests {
  static needs = [AnsweredRequests] as const;

  constructor(private readonly answered: AnsweredRequests) {}

  run(): Promise<void> {
    return this.answered.forgetOldAcrossTenants();
  }
}
