export const camel = (wire: string) => wire.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
export const snake = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
