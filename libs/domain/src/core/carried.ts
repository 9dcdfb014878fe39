import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The values that the present work carries, each at the place of its `Carried`. They share one storage: Node 20 copies every storage that
 * is in use to every promise (an awaited call takes 0.3 us with one, 1 us with five; Node 24 copies nothing).
 */
const storage = new AsyncLocalStorage<readonly unknown[]>();
let places = 0;

/** A value that work carries, and whatever it starts. */
export class Carried<T> {
  private readonly place = places++;

  /** Undefined where none is carried. */
  get current(): T | undefined {
    return storage.getStore()?.[this.place] as T | undefined;
  }

  during<R>(value: T, work: () => R): R {
    const values = [...(storage.getStore() ?? [])];
    values[this.place] = value;
    return storage.run(values, work);
  }
}
