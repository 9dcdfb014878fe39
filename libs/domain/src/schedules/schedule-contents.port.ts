import { type Delegated, DelegatedContents } from '../agents/delegated-contents.js';
import { limitedTo, type RightsCopy } from '../agents/delegation.js';
import { InstalledBlueprints } from '../agents/installed-blueprints.service.js';
import type { Rights } from '../core/access/rights.js';
import { uses } from '../core/use-case.js';

export interface ExistingSchedule extends Delegated {
  blueprint: string;
}

const everything: RightsCopy = { role: 'owner', policies: [], scopes: ['*'] };

/** Input of scheduled runs, for readers who may read everything such a run could. */
export abstract class ScheduleContents extends uses({ blueprints: InstalledBlueprints }, DelegatedContents) {
  readonly resourceType = 'agent_schedule';
  readonly fields = ['input_template'];

  /** Events outlive their schedule: a deleted one is treated as having all rights. */
  protected override async delegated(reader: Rights, ids: readonly string[]): Promise<Delegated[]> {
    const schedules = await this.existing(reader, ids);
    const found = new Map(schedules.map(({ blueprint, ...schedule }) => [schedule.id, { blueprint, schedule }]));
    return ids.map((id) => {
      const known = found.get(id);
      if (!known) return { id, rights: everything, any: true, named: true };
      const scopes = this.blueprints.bySlug.get(known.blueprint)?.scopes ?? ['*'];
      return { ...known.schedule, rights: limitedTo(scopes, known.schedule.rights) };
    });
  }

  protected abstract existing(reader: Rights, ids: readonly string[]): Promise<ExistingSchedule[]>;
}
