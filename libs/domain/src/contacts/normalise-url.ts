const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\.?(:\d+)?([/?#]|$)/u;

/** A web address as the WHATWG URL standard writes it; https where no scheme is given. */
export function normaliseUrl(text: string): string | undefined {
  const address = bareHost.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return /^https?:$/.test(protocol) ? href : undefined;
}
