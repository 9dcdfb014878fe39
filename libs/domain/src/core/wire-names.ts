/** A name on the wire as a property has it. */
export const camel = (wire: string) => wire.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** The name of a property as it is on the wire, and in columns. */
export const snake = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `camel` for the compiler. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
