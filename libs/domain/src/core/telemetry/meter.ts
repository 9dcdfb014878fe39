/** Receives the metrics that features declare. Does nothing unless the process binds an implementation. */
export class Meter {
  /** `value` is the level of a gauge, an observation in seconds, or the increment of a counter. */
  observe(_measure: string, _value: number, _labels: Readonly<Record<string, string>> = {}): void {}
}
