/** The operator pressed ctrl-C, or the process was told to end. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

/** As shells tell of a process that a signal ended: 128 and its number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[];

/** Does work that is told by its signal when it is to end; a second time nobody waits for it. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listeners = signals.map((name) => {
    const listener = () => controller.abort(new Interrupted(exitCodes[name]));
    process.once(name, listener);
    return () => process.off(name, listener);
  });
  return work(controller.signal).finally(() => listeners.forEach((remove) => remove()));
}
