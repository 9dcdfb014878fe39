/** What a request counts as, besides one request. */
export interface UsageOf {
  kind: 'read' | 'write';
  also?: 'search' | 'export';
}

/** Gathers usage in memory; a kill may lose what was counted since the last flush (at most 5 s). */
export abstract class UsageMeter {
  abstract count(tenantId: string, of: UsageOf): void;
  abstract flush(): Promise<void>;
}
