import { inEachTenant } from '../core/scope.js';
import { SearchedRecords } from '../core/searched-records.js';
import { uses } from '../core/use-case.js';
import { BacklogIndexing } from './backlog-indexing.service.js';
import { SearchProgress } from './search-progress.port.js';

const maxTenants = 50;

/** A job: indexes the records of tenants, types and languages that the index does not hold yet. */
export class IndexBacklog extends uses({
  records: SearchedRecords,
  progress: SearchProgress,
  backlog: BacklogIndexing,
}) {
  async run(): Promise<void> {
    const types = this.records.types.map(({ name }) => name);
    const incomplete = await this.progress.incompleteAcrossTenants(types, maxTenants);
    await inEachTenant(incomplete, () => this.backlog.work());
  }
}
