const known = new Set(Intl.supportedValuesOf('currency'));

/** An alphabetic code of ISO 4217, current or former, that this version of Node knows. */
export const isCurrency = (value: unknown): value is string => typeof value === 'string' && known.has(value);
