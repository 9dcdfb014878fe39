import { AsyncLocalStorage } from 'node:async_hooks';

/** One storage for all values: Node 20 copies every active storage to every promise, Node 24 none. */
const storage = new AsyncLocalStorage<readonly unknown[]>();
let count = 0;

/** A value of the current work and of everything that it starts. */
export class Carried<T> {
  private readonly index = count++;

  get current(): T | undefined {
    return storage.getStore()?.[this.index] as T | undefined;
  }

  during<R>(value: T, work: () => R): R {
    const values = [...(storage.getStore() ?? [])];
    values[this.index] = value;
    return storage.run(values, work);
  }
}
