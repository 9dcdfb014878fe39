/** The answers kept for repeated requests. */
export abstract class AnsweredRequests {
  /** Removes those older than a day, of every tenant. */
  abstract forgetOldAcrossTenants(): Promise<void>;
}
