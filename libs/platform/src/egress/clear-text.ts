export interface ClearTextSettings {
  WEBHOOK_ALLOW_HTTP: boolean;
  OUTBOUND_PROXY_URL?: string | undefined;
}

/** Null if it may: http is limited to loopback (W3C Secure Contexts, 3.1), unless the operator allows it. */
export function clearTextRefusal(field: string, address: string, settings: ClearTextSettings): string | null {
  const { protocol, hostname } = new URL(address);
  const isOnThisMachine = loopback.test(hostname) && !settings.OUTBOUND_PROXY_URL;
  if (protocol === 'https:' || isOnThisMachine || settings.WEBHOOK_ALLOW_HTTP) return null;
  return (
    `${field} must begin with https://: over http:// everyone on the way could read the secret that is sent along. ` +
    'http:// is accepted without a secret, for servers on this machine, such as http://127.0.0.1:3001, ' +
    'and anywhere once the operator sets WEBHOOK_ALLOW_HTTP=true.'
  );
}

/** In the spelling of `URL`. */
const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/;
