import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, mustHold } from '../core/errors.js';
import { mustBeRestorable } from '../core/restorable.js';
import { type Stage, type StageType, stageTypes } from '../pipelines/stage.js';

/** The type of the stage. */
export const dealStatuses = stageTypes;
export type DealStatus = StageType;

export interface DealFields {
  name?: string;
  amountCents?: number | null;
  currency?: string;
  confidence?: number;
  expectedCloseDate?: string | null;
  ownerId?: string | null;
  contactIds?: readonly string[];
  metadata?: unknown;
}

export type NewDeal = DealFields & { name: string; currency: string };

export interface StageEntry {
  stage: Stage;
  position: number;
}

/** A possible sale. Its status is the type of its stage, and `closed_at` is set unless that is open. */
export class Deal extends Entity {
  static readonly resourceType = 'deal';
  static override readonly channels = ['pipelines'];
  pipelineId!: string;
  stageId!: string;
  name!: string;
  amountCents: number | null = null;
  currency!: string;
  /** Per cent. */
  confidence!: number;
  /** False while `confidence` follows the default of the stage. */
  hasOwnConfidence = false;
  expectedCloseDate: string | null = null;
  ownerId: string | null = null;
  contactIds: readonly string[] = [];
  metadata: unknown = {};
  status: DealStatus = 'open';
  position!: number;
  closedAt: Date | null = null;
  lostReason: string | null = null;
  deletedAt: Date | null = null;
  /** Set by a move, for its events. */
  fromStageId: string | undefined;
  /** Set for new contacts, by which the store then finds the deal. */
  newContactIds: readonly string[] | undefined;

  constructor(fields: NewDeal, { stage, position }: StageEntry) {
    super();
    this.take(fields);
    this.enter(stage);
    this.position = position;
    this.record('created');
  }

  update(fields: DealFields): void {
    this.take(this.patched(fields));
    this.recordChange();
  }

  moveTo({ stage, position }: StageEntry, lostReason?: string | null): void {
    const isReasonable = !lostReason || stage.stageType === 'lost';
    mustHold(isReasonable, 'lost_reason', 'not_allowed', 'lost_reason is for a move to a lost stage.');
    if (stage.id === this.stageId) this.recordChange();
    this.goTo({ stage, position });
    if (lostReason !== undefined) this.lostReason = lostReason;
  }

  followStage(confidence: number): void {
    if (this.hasOwnConfidence) return;
    this.confidence = confidence;
    this.recordConsequence();
  }

  replaceContact(id: string, survivorId: string): void {
    this.take({ contactIds: this.contactIds.map((one) => (one === id ? survivorId : one)) });
    this.recordConsequence();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  /** Possible for 30 days; without an entry its pipeline is gone. */
  restore(entry: StageEntry | undefined): void {
    mustBeRestorable(this);
    if (!this.deletedAt) return;
    if (!entry) throw conflict('pipeline_deleted', 'The pipeline of this deal was deleted meanwhile.');
    this.deletedAt = null;
    this.recordChange();
    this.goTo(entry);
  }

  private goTo({ stage, position }: StageEntry): void {
    const { stageId, status } = this;
    this.enter(stage);
    this.position = position;
    if (stage.id === stageId) return;
    this.fromStageId = stageId;
    this.record('moved', { from_stage_id: stageId });
    if (this.status !== status) this.record(stage.isOpen ? 'reopened' : this.status);
  }

  private enter({ id, pipelineId, stageType, isOpen, defaultConfidence }: Stage): void {
    this.pipelineId = pipelineId;
    this.stageId = id;
    if (stageType !== this.status) this.closedAt = isOpen ? null : clock.now();
    if (stageType !== 'lost') this.lostReason = null;
    this.status = stageType;
    if (!this.hasOwnConfidence) this.confidence = defaultConfidence;
  }

  private take({ contactIds, ...fields }: DealFields): void {
    this.assign(fields);
    if (fields.confidence !== undefined) this.hasOwnConfidence = true;
    if (contactIds) this.contactIds = this.newContactIds = [...new Set(contactIds)];
  }

  /** Deleted deals change too, so that they can be restored, but without an event. */
  private recordConsequence(): void {
    if (!this.deletedAt) this.recordChange();
  }
}
