import type { Discovery } from './probe-result.js';

export abstract class ToolDiscovery {
  /** Reads the whole list of tools of the server at the address, within ten seconds; never throws for what the server does. */
  abstract discover(url: string, token?: string): Promise<Discovery>;
}
