import { clock } from '../core/clock.js';
import type { DefaultCandidate } from '../core/default-candidate.js';
import { Entity } from '../core/entity.js';
import { conflict, Faults, mustHold, orNotFound } from '../core/errors.js';
import { lastPosition } from '../core/position.js';
import { type NewStage, Stage, type StageFields, startingStages } from './stage.js';

export interface PipelineFields {
  name?: string;
  description?: string | null;
  isDefault?: boolean;
  displayOrder?: number;
  metadata?: unknown;
}

export type NewPipeline = PipelineFields & { name: string; stages?: NewStage[] };

const maxStages = 50;
const openStageRequired = 'A pipeline has at least one open stage.';

export class Pipeline extends Entity implements DefaultCandidate {
  static readonly resourceType = 'pipeline';
  static override readonly channels = ['pipelines'];
  name!: string;
  description: string | null = null;
  displayOrder!: number;
  isDefault = false;
  metadata: unknown = {};
  deletedAt: Date | null = null;
  stages: Stage[] = [];

  constructor({ stages = [], ...fields }: NewPipeline & { displayOrder: number }) {
    super();
    this.assign(fields);
    this.start(stages.length ? stages : startingStages);
    this.record('created');
  }

  update(fields: PipelineFields): void {
    if (this.isDefault && fields.isDefault === false)
      throw conflict('default_required', 'Make another pipeline the default; this one then no longer is.');
    this.assign(this.patched(fields));
    this.recordChange();
  }

  becomeDefault(): void {
    this.isDefault = true;
    this.recordChange();
  }

  unsetDefault(): void {
    this.isDefault = false;
    this.recordChange();
  }

  delete(dealsLeft = 0): void {
    if (dealsLeft > 0) throw notEmpty('pipeline', dealsLeft);
    this.isDefault = false;
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  stage(id: string): Stage {
    return orNotFound(this.findStage(id));
  }

  findStage(id: string): Stage | undefined {
    return this.stages.find((one) => one.id === id);
  }

  get firstOpenStage(): Stage {
    return this.stages.find((stage) => stage.isOpen)!;
  }

  addStage(fields: NewStage): Stage {
    if (this.stages.length >= maxStages)
      throw conflict('too_many_stages', `A pipeline has at most ${maxStages} stages.`);
    const stage = new Stage(this.id, { ...fields, displayOrder: fields.displayOrder ?? this.nextOrder() });
    this.insert(stage);
    return stage;
  }

  /** The type of a stage with deals does not change, since their status follows from it. */
  changeStage(id: string, fields: StageFields, dealsIn = 0): Stage {
    const stage = this.stage(id);
    if (dealsIn > 0 && stage.changesType(fields)) throw notEmpty('stage', dealsIn);
    stage.update(fields);
    this.insert(stage);
    this.mustHaveOpenStage();
    return stage;
  }

  removeStage(id: string, dealsLeft = 0): void {
    const stage = this.stage(id);
    if (dealsLeft > 0) throw notEmpty('stage', dealsLeft);
    this.stages = this.stages.filter((one) => one !== stage);
    this.mustHaveOpenStage();
    this.recordChange();
  }

  /** `order` must contain each stage once. */
  reorder(order: readonly string[]): void {
    const isComplete = order.length === this.stages.length && this.stages.every(({ id }) => order.includes(id));
    mustHold(isComplete, 'stage_ids', 'incomplete', 'Name every stage of the pipeline once.');
    for (const stage of this.stages) stage.displayOrder = order.indexOf(stage.id);
    this.sort();
    this.recordChange();
  }

  /** After the last stage; renumbers the stages if that has the highest possible number. */
  private nextOrder(): number {
    const last = this.stages.at(-1)?.displayOrder ?? -1;
    if (last < lastPosition) return last + 1;
    for (const [index, stage] of this.stages.entries()) stage.displayOrder = index;
    return this.stages.length;
  }

  private start(given: readonly NewStage[]): void {
    const faults = new Faults();
    given.forEach((fields, index) => {
      const stage = new Stage(this.id, { ...fields, displayOrder: fields.displayOrder ?? index });
      this.check(stage, faults, `stages/${index}/`);
      this.stages.push(stage);
    });
    faults.expect(this.hasOpenStage, 'stages', 'open_stage_required', openStageRequired).throwIfAny();
    this.sort();
  }

  private insert(stage: Stage): void {
    const faults = new Faults();
    this.stages = this.stages.filter((other) => other !== stage);
    this.check(stage, faults);
    faults.throwIfAny();
    this.stages.push(stage);
    this.sort();
    this.recordChange();
  }

  private check(stage: Stage, faults: Faults, at = ''): void {
    const isTaken = this.stages.some((other) => other.displayOrder === stage.displayOrder);
    const isNameTaken = this.stages.some((other) => other.isCalledLike(stage));
    const confidence = 'A won stage has a default_confidence of 100, a lost one of 0.';
    faults
      .expect(!isNameTaken, `${at}name`, 'duplicate', 'Another stage of the pipeline has this name.')
      .expect(!isTaken, `${at}display_order`, 'duplicate', 'Another stage of the pipeline has this place.')
      .expect(stage.hasFittingConfidence, `${at}default_confidence`, 'not_allowed', confidence);
  }

  private get hasOpenStage(): boolean {
    return this.stages.some((stage) => stage.isOpen);
  }

  private mustHaveOpenStage(): void {
    if (!this.hasOpenStage) throw conflict('open_stage_required', openStageRequired);
  }

  private sort(): void {
    this.stages.sort((a, b) => a.displayOrder - b.displayOrder);
  }
}

const notEmpty = (what: 'pipeline' | 'stage', deals: number) =>
  conflict(
    `${what}_not_empty`,
    `The ${what} has ${deals} ${deals === 1 ? 'deal' : 'deals'}. Move or delete ${deals === 1 ? 'it' : 'them'} first.`,
    { deals },
  );
