/** A model by its provider's id and the provider's own name for it. */
interface ModelName {
  provider: string;
  model: string;
}

/** The parts of `provider/model`; the second may have slashes of its own. Undefined where the text is no such name. */
export function modelNamed(text: string): ModelName | undefined {
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(text) ?? [];
  return provider && model ? { provider, model } : undefined;
}
