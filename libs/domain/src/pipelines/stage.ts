import { caseFolded } from '../core/case-folding.js';
import { Entity } from '../core/entity.js';

export const stageTypes = ['open', 'won', 'lost'] as const;
export type StageType = (typeof stageTypes)[number];

export interface StageFields {
  name?: string;
  stageType?: StageType;
  defaultConfidence?: number;
  displayOrder?: number;
  metadata?: unknown;
}

export type NewStage = StageFields & { name: string };

const certain: Partial<Record<StageType, number>> = { won: 100, lost: 0 };

const folded = (name: string) => caseFolded(name.trim().normalize('NFKC'));

/** A stage of a pipeline, stored with it and covered by its events. */
export class Stage extends Entity {
  static readonly resourceType = 'pipeline.stage';
  pipelineId: string;
  name!: string;
  stageType: StageType = 'open';
  /** Per cent. */
  defaultConfidence = 0;
  displayOrder!: number;
  metadata: unknown = {};

  constructor(pipelineId: string, fields: NewStage & { displayOrder: number }) {
    super();
    this.pipelineId = pipelineId;
    this.take(fields);
  }

  get isOpen(): boolean {
    return this.stageType === 'open';
  }

  get hasFittingConfidence(): boolean {
    return this.defaultConfidence === (certain[this.stageType] ?? this.defaultConfidence);
  }

  update(fields: StageFields): void {
    this.take(this.patched(fields));
  }

  changesType({ stageType = this.stageType }: StageFields): boolean {
    return stageType !== this.stageType;
  }

  isCalledLike({ name }: Stage): boolean {
    return folded(this.name) === folded(name);
  }

  /** A stage that becomes won or lost gets the confidence of that type unless one is given. */
  private take(fields: StageFields): void {
    const own = fields.stageType && certain[fields.stageType];
    this.assign({ ...fields, defaultConfidence: fields.defaultConfidence ?? own });
  }
}

export const startingStages: readonly NewStage[] = [
  { name: 'Lead', defaultConfidence: 10 },
  { name: 'Qualified', defaultConfidence: 25 },
  { name: 'Proposal', defaultConfidence: 50 },
  { name: 'Negotiation', defaultConfidence: 75 },
  { name: 'Won', stageType: 'won' },
  { name: 'Lost', stageType: 'lost' },
];
