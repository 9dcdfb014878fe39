import { currentScope } from '../scope.js';

/** The class of a use case that takes such an input. */
type VerbOf<I> = new (...needs: never[]) => { run(input: I): unknown };

/**
 * A use case's answer that says what to do next in the tenant of the scope: a verb, or whatever a subscription has to do. It is
 * only a wake-up: what is due is in the database, where a job that runs every few seconds finds it if this is lost.
 */
export class FollowUp<I extends object = object> {
  readonly tenantId = currentScope().tenantId;
  readonly verb: string;

  constructor(verb: VerbOf<I>, input: I, at?: Date | null);
  constructor(subscription: string, input: null, at?: Date | null);
  constructor(
    verb: VerbOf<I> | string,
    readonly input: I | null,
    readonly at: Date | null = null,
  ) {
    this.verb = typeof verb === 'string' ? verb : verb.name;
  }
}

/** The further work that a use case's answer names, if any. */
export const followUpsIn = (answer: unknown): FollowUp[] =>
  (Array.isArray(answer) ? answer : [answer]).filter((one): one is FollowUp => one instanceof FollowUp);
