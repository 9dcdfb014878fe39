export interface UsageOf {
  kind: 'read' | 'write';
  also?: 'search' | 'export';
}

/** Buffers usage in memory; a killed process loses the counts since the last flush (at most 5 s). */
export abstract class UsageMeter {
  abstract count(tenantId: string, of: UsageOf): void;
  abstract flush(): Promise<void>;
}
