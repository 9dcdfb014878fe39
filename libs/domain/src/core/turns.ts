import { noTenant, openScope } from './scope.js';

interface Waiting {
  tenantId: string;
  begin: () => void;
}

/** How long to wait for a turn, and what to throw then. */
interface WaitLimit {
  millis: number;
  refusal: () => Error;
}

const ofScope = () => openScope()?.tenantId ?? noTenant;

/** Limits how much work runs in this process at a time, in all and for the tenant of the scope; waiting tenants are served in turn. */
export class Turns {
  private inAll = 0;
  private readonly underWay = new Map<string, number>();
  /** First come, first served within a tenant; the tenant that was served goes to the end. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly max: { inAll: number; perTenant: number }) {}

  /** Whether somebody of the tenant waits. */
  areWaiting(tenantId: string): boolean {
    return this.waiting.has(tenantId);
  }

  get areAnyWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Does the work when its turn comes; without `limit` it waits for ever. */
  async take<T>(work: () => Promise<T> | T, limit?: WaitLimit): Promise<T> {
    const end = await this.acquire(limit);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Like `take`, for work that ends elsewhere: resolves to the function that ends the turn. */
  async acquire(limit?: WaitLimit): Promise<() => void> {
    const tenantId = ofScope();
    await this.begin(tenantId, limit);
    return this.endOf(tenantId);
  }

  /** Waits for one turn, then takes as many more as are free; empty if none came in time. */
  async acquireSome(max: number, millis: number): Promise<(() => void)[]> {
    const tenantId = ofScope();
    const refusal = () => new Error('no turn came in time');
    const first = await this.acquire({ millis, refusal }).catch(() => undefined);
    const acquired = first ? [first] : [];
    while (acquired.length > 0 && acquired.length < max && this.waiting.size === 0 && this.mayBegin(tenantId)) {
      this.count(tenantId, 1);
      acquired.push(this.endOf(tenantId));
    }
    return acquired;
  }

  private endOf(tenantId: string): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.count(tenantId, -1);
      this.next();
    };
  }

  private async begin(tenantId: string, limit: WaitLimit | undefined): Promise<void> {
    if (this.mayBegin(tenantId)) return this.count(tenantId, 1);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((begin, refuse) => {
      const waiting = { tenantId, begin };
      this.waiting.set(tenantId, [...(this.waiting.get(tenantId) ?? []), waiting]);
      if (limit) timer = setTimeout(() => refuse(this.withdraw(waiting, limit)), limit.millis);
    }).finally(() => clearTimeout(timer));
  }

  private next(): void {
    for (const [tenantId, [first, ...others]] of this.waiting) {
      if (!this.mayBegin(tenantId)) continue;
      this.waiting.delete(tenantId);
      if (others.length) this.waiting.set(tenantId, others);
      this.count(tenantId, 1);
      return first!.begin();
    }
  }

  private withdraw(waiting: Waiting, { refusal }: WaitLimit): Error {
    const others = this.waiting.get(waiting.tenantId)!.filter((one) => one !== waiting);
    if (others.length) this.waiting.set(waiting.tenantId, others);
    else this.waiting.delete(waiting.tenantId);
    return refusal();
  }

  private mayBegin(tenantId: string): boolean {
    return this.inAll < this.max.inAll && (this.underWay.get(tenantId) ?? 0) < this.max.perTenant;
  }

  private count(tenantId: string, difference: 1 | -1): void {
    this.inAll += difference;
    const now = (this.underWay.get(tenantId) ?? 0) + difference;
    if (now) this.underWay.set(tenantId, now);
    else this.underWay.delete(tenantId);
  }
}
