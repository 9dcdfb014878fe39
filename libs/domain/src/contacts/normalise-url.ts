const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\.?(:\d+)?([/?#]|$)/u;

/** Serialized by the WHATWG URL standard; https is the default scheme. */
export function normaliseUrl(text: string): string | undefined {
  const address = bareHost.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return /^https?:$/.test(protocol) ? href : undefined;
}
