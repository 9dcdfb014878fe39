import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { Faults, mustHold, orNotFound } from '../core/errors.js';
import { hostOf, mustSuitSecret, type Sealer } from '../core/sealer.js';
import type { AppServer } from './app-servers.port.js';
import { type Acceptance, type AppTool, takeOver } from './app-tool.js';
import { type Discovery, noChanges, type ProbeFault, type ProbeResult, summaryOf } from './probe-result.js';

export const authTypes = ['none', 'bearer'] as const;
export type AuthType = (typeof authTypes)[number];

export interface AppFields {
  name?: string;
  url?: string;
  auth?: { type: AuthType; token?: string };
}

/** An MCP server whose tools a tenant uses. */
export class App extends Entity {
  static readonly resourceType = 'app';
  static override readonly channels = ['apps'];
  slug: string;
  name: string;
  url: string;
  authType: AuthType = 'none';
  sealedToken: string | null = null;
  lastProbedAt: Date | null = null;
  reachable: boolean | null = null;
  lastProbeReason: ProbeFault | null = null;
  /** All tools it has ever had, including removed ones (`isGone`). */
  tools: AppTool[] = [];
  /** Result of the probe of the current request; not stored. */
  probe?: ProbeResult;

  constructor(fields: AppFields & { slug: string; name: string; url: string }, sealer: Sealer) {
    super();
    this.slug = fields.slug;
    this.name = fields.name;
    this.url = fields.url;
    this.take(fields, sealer);
    this.record('created');
  }

  get auth() {
    return { type: this.authType, hasToken: this.sealedToken !== null };
  }

  update(fields: AppFields, sealer: Sealer): void {
    this.take(fields, sealer);
    this.recordChange();
  }

  delete(): void {
    this.record('deleted');
  }

  server(sealer: Sealer): AppServer {
    const token = this.sealedToken === null ? undefined : sealer.open(this.sealedToken, locationOfToken(this));
    return { url: this.url, token };
  }

  /** Throws not_found for missing and removed tools. */
  tool(name: string): AppTool {
    return orNotFound(this.tools.find((one) => one.name === name && !one.isRemoved));
  }

  acceptTool(name: string, acceptance: Acceptance): void {
    const tool = this.tool(name);
    const { isQuarantined, isReadOnly } = tool;
    if (!isQuarantined && acceptance.readOnly === undefined) return;
    tool.accept(acceptance);
    if (isQuarantined || tool.isReadOnly !== isReadOnly)
      this.record('tool_accepted', { tool: name, read_only: tool.isReadOnly });
  }

  /** Records the result of a probe, unless the app's URL has changed since. */
  noteProbe(url: string, found: Discovery): void {
    const tools = 'tools' in found ? found.tools : [];
    const reason = 'fault' in found ? found.fault : null;
    const probed = { lastProbedAt: clock.now(), reachable: reason === null };
    const isCurrent = url === this.url;
    if (isCurrent) {
      this.lastProbedAt = probed.lastProbedAt;
      this.reachable = probed.reachable;
      this.lastProbeReason = reason;
    }
    const changes = isCurrent && reason === null ? takeOver(tools, this) : noChanges();
    if (Object.values(changes).some((names) => names.length)) this.record('tools_changed', summaryOf(changes));
    this.probe = {
      ...probed,
      reason,
      toolsDiscovered: tools.length,
      toolsAdded: changes.added.length,
      toolsRemoved: changes.removed.length,
      toolsChanged: changes.changed.length,
    };
  }

  private take({ name, url, auth }: AppFields, sealer: Sealer): void {
    if (url !== undefined && hostOf(url) !== hostOf(this.url)) this.sealedToken = null;
    this.assign({ name, url });
    const { username, password, hash } = new URL(this.url);
    const detail = 'url must go without user, password and fragment, such as https://example.com/mcp.';
    mustHold(!username && !password && !hash, 'url', 'invalid_format', detail);
    if (auth) this.authenticate(auth, sealer);
    if (this.sealedToken !== null && (url !== undefined || auth)) mustSuitSecret(sealer, 'url', this.url);
  }

  private authenticate({ type, token }: { type: AuthType; token?: string }, sealer: Sealer): void {
    const isBearer = type === 'bearer';
    new Faults()
      .expect(
        isBearer || token === undefined,
        'auth/token',
        'not_allowed',
        'auth.type none goes without a token; auth.token is for the type bearer.',
      )
      .expect(
        !isBearer || Boolean(token ?? this.sealedToken),
        'auth/token',
        'required',
        'auth.token is required with the type bearer, since none is stored.',
      )
      .throwIfAny();
    this.authType = type;
    if (!isBearer) this.sealedToken = null;
    if (token !== undefined) this.sealedToken = sealer.seal(token, locationOfToken(this));
  }
}

/** A token can be opened only for its own app. */
export const locationOfToken = ({ tenantId, id }: Pick<App, 'tenantId' | 'id'>) => ({
  tenantId,
  context: `apps|${id}`,
});
