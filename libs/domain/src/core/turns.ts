import { noTenant, openScope } from './scope.js';

interface Waiting {
  tenantId: string;
  start: () => void;
}

interface WaitLimit {
  millis: number;
  refusal: () => Error;
}

const ofScope = () => openScope()?.tenantId ?? noTenant;

/** Limits concurrent work of this process, in total and per tenant; waiting tenants are served round robin. */
export class Turns {
  private inAll = 0;
  private readonly inFlight = new Map<string, number>();
  /** First come, first served within a tenant; a served tenant goes to the end. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly max: { inAll: number; perTenant: number }) {}

  areWaiting(tenantId: string): boolean {
    return this.waiting.has(tenantId);
  }

  get areAnyWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Without `limit` the wait has no timeout. */
  async take<T>(work: () => Promise<T> | T, limit?: WaitLimit): Promise<T> {
    const end = await this.acquire(limit);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Like `take`, for work that ends elsewhere; resolves to a function that releases the slot. */
  async acquire(limit?: WaitLimit): Promise<() => void> {
    const tenantId = ofScope();
    await this.start(tenantId, limit);
    return this.endOf(tenantId);
  }

  /** Waits for one slot, then acquires others that are free; empty after a timeout. */
  async acquireSome(max: number, millis: number): Promise<(() => void)[]> {
    const tenantId = ofScope();
    const refusal = () => new Error('no turn came in time');
    const first = await this.acquire({ millis, refusal }).catch(() => undefined);
    const acquired = first ? [first] : [];
    while (acquired.length > 0 && acquired.length < max && this.waiting.size === 0 && this.mayStart(tenantId)) {
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

  private async start(tenantId: string, limit: WaitLimit | undefined): Promise<void> {
    if (this.mayStart(tenantId)) return this.count(tenantId, 1);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((start, refuse) => {
      const waiting = { tenantId, start };
      this.waiting.set(tenantId, [...(this.waiting.get(tenantId) ?? []), waiting]);
      if (limit) timer = setTimeout(() => refuse(this.withdraw(waiting, limit)), limit.millis);
    }).finally(() => clearTimeout(timer));
  }

  private next(): void {
    for (const [tenantId, [first, ...others]] of this.waiting) {
      if (!this.mayStart(tenantId)) continue;
      this.waiting.delete(tenantId);
      if (others.length) this.waiting.set(tenantId, others);
      this.count(tenantId, 1);
      return first!.start();
    }
  }

  private withdraw(waiting: Waiting, { refusal }: WaitLimit): Error {
    const others = this.waiting.get(waiting.tenantId)!.filter((one) => one !== waiting);
    if (others.length) this.waiting.set(waiting.tenantId, others);
    else this.waiting.delete(waiting.tenantId);
    return refusal();
  }

  private mayStart(tenantId: string): boolean {
    return this.inAll < this.max.inAll && (this.inFlight.get(tenantId) ?? 0) < this.max.perTenant;
  }

  private count(tenantId: string, difference: 1 | -1): void {
    this.inAll += difference;
    const now = (this.inFlight.get(tenantId) ?? 0) + difference;
    if (now) this.inFlight.set(tenantId, now);
    else this.inFlight.delete(tenantId);
  }
}
