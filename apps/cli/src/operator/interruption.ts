export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

/** The convention of shells: 128 plus the number of the signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[];

/** Runs work with a signal that aborts on the first interrupt; the second kills the process. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listeners = signals.map((name) => {
    const listener = () => controller.abort(new Interrupted(exitCodes[name]));
    process.once(name, listener);
    return () => process.off(name, listener);
  });
  return work(controller.signal).finally(() => listeners.forEach((remove) => remove()));
}
