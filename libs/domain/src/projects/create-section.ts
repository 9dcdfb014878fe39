import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { Section, type SectionFields } from './section.js';
import { Projects, Sections } from './projects.port.js';

export class CreateSection extends uses({ transaction: Transaction, projects: Projects, sections: Sections }) {
  run({ id, ...fields }: SectionFields & { id: string; name: string }): Promise<Section> {
    return this.transaction.run(async () => {
      (await this.projects.lock(id)).mustAcceptWrites();
      const position = fields.position ?? (await this.sections.nextPosition(id));
      return this.sections.add(new Section(id, { ...fields, position }));
    });
  }
}
