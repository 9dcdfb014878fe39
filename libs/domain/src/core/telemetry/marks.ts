import { Carried } from '../carried.js';

export type Marks = Readonly<Record<string, string>>;

const open = new Carried<Marks>();
const ofFailures = new WeakMap<object, Marks>();

/** Adds the marks to log lines of the work, and to those about its failure where it is caught. */
export async function withMarks<T>(marks: Marks, work: () => Promise<T>): Promise<T> {
  try {
    return await open.during({ ...open.current, ...marks }, work);
  } catch (error) {
    if (error instanceof Error) ofFailures.set(error, { ...marks, ...ofFailures.get(error) });
    throw error;
  }
}

export const openMarks = (): Marks => open.current ?? {};

export const marksOf = (error: Error): Marks => ofFailures.get(error) ?? {};
