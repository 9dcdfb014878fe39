import { currentScope } from '../scope.js';

type UseCaseOf<I> = new (...needs: never[]) => { run(input: I): unknown };

/** Starts a use case or subscription. Only a wake-up: if it is lost, a periodic job finds the backlog. */
export class FollowUp<I extends object = object> {
  readonly tenantId = currentScope().tenantId;
  readonly useCase: string;

  constructor(useCase: UseCaseOf<I>, input: I, at?: Date | null);
  constructor(subscription: string, input: null, at?: Date | null);
  constructor(
    useCase: UseCaseOf<I> | string,
    readonly input: I | null,
    readonly at: Date | null = null,
  ) {
    this.useCase = typeof useCase === 'string' ? useCase : useCase.name;
  }
}

export const followUpsIn = (result: unknown): FollowUp[] =>
  (Array.isArray(result) ? result : [result]).filter((one): one is FollowUp => one instanceof FollowUp);
