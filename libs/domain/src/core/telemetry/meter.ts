/** Where work tells the measures that its feature declares. Does nothing unless the process binds one that publishes them. */
export class Meter {
  /** `value`: the new level, the seconds observed, or what to add to a counter. */
  observe(_measure: string, _value: number, _labels: Readonly<Record<string, string>> = {}): void {}
}
