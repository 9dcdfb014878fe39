/** The kinds of agents that features bring along, each built once from its needs. */
export class FeatureBlueprints {
  constructor(readonly made: () => readonly unknown[]) {}
}
