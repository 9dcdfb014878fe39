import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Section, SectionFields } from './section.js';
import { Projects, Sections } from './projects.port.js';

export class UpdateSection extends uses({ transaction: Transaction, projects: Projects, sections: Sections }) {
  run({ id, sectionId, ...fields }: SectionFields & { id: string; sectionId: string }): Promise<Section> {
    return this.transaction.run(async () => {
      (await this.projects.lock(id)).mustAcceptWrites();
      return this.sections.change(sectionId, (section) => section.mustBeOf(id).update(fields));
    });
  }
}
