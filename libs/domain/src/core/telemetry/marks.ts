import { Carried } from '../carried.js';

/** What log lines say of the work that they were written in, such as the id of the run that it is done for. */
export type Marks = Readonly<Record<string, string>>;

const open = new Carried<Marks>();
const ofFailures = new WeakMap<object, Marks>();

/** Does work whose log lines carry the marks; so do those that tell of its failure later, where it is caught. */
export async function withMarks<T>(marks: Marks, work: () => Promise<T>): Promise<T> {
  try {
    return await open.during({ ...open.current, ...marks }, work);
  } catch (error) {
    if (error instanceof Error) ofFailures.set(error, { ...marks, ...ofFailures.get(error) });
    throw error;
  }
}

export const openMarks = (): Marks => open.current ?? {};

/** The marks of the work that failed with this. */
export const marksOf = (error: Error): Marks => ofFailures.get(error) ?? {};
