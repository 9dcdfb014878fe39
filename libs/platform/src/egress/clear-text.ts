/** The settings that say what may go in clear text. */
export interface ClearTextSettings {
  WEBHOOK_ALLOW_HTTP: boolean;
  OUTBOUND_PROXY_URL?: string | undefined;
}

/**
 * Why a secret may not go to an address, in a sentence about the field; null when it may. Over http it would be read by everyone
 * on the way, so http is for this machine itself, as in W3C Secure Contexts, 3.1, unless the operator says otherwise.
 */
export function clearTextRefusal(field: string, address: string, settings: ClearTextSettings): string | null {
  const { protocol, hostname } = new URL(address);
  const isOnThisMachine = loopback.test(hostname) && !settings.OUTBOUND_PROXY_URL;
  if (protocol === 'https:' || isOnThisMachine || settings.WEBHOOK_ALLOW_HTTP) return null;
  return `${field} must begin with https://: over http:// everyone on the way could read the secret that is sent along. http:// is accepted without a secret, for servers on this machine, such as http://127.0.0.1:3001, and anywhere once the operator sets WEBHOOK_ALLOW_HTTP=true.`;
}

/** Written as `URL` writes hosts. */
const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/;
