/**
 * Where work tells the measures that its feature declares, for operators to watch. It is heard in apps that publish metrics. Of a
 * count it is told what to add.
 */
export class Meter {
  observe(_measure: string, _value: number, _labels: Readonly<Record<string, string>> = {}): void {}
}
