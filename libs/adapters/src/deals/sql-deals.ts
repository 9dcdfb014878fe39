import type { ContactDeals } from '@tandem/domain/contacts/contact-deals.port';
import { orNotFound } from '@tandem/domain/core/errors';
import { Rendered } from '@tandem/domain/core/page';
import { positionAfter } from '@tandem/domain/core/position';
import type { Deal } from '@tandem/domain/deals/deal';
import type { DealFilters, Deals } from '@tandem/domain/deals/deals.port';
import type { PipelineSummary } from '@tandem/domain/deals/pipeline-summary';
import type { PipelineDeals } from '@tandem/domain/pipelines/pipeline-deals.port';
import type { Row, Statement } from '@tandem/platform/postgres/batch';
import { contains, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { type Changes, eventRows } from '@tandem/platform/store/event-rows';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { storeOf } from '@tandem/platform/store/store-of';
import { knownContact } from '../access/known-contact.js';
import { dealSorts } from './deal-sorts.js';
import { currencyTotalView, dealFields, dealView, movedDealView, stageTotalView } from './deal.fields.js';

const ofContact = (contact: string) =>
  `t.id in (select c.deal_id ${rowsOf('deal_contacts', 'c')} and c.contact_id = ${contact})`;

const filters: FiltersOf<DealFilters> = {
  pipelineId: equals('pipeline_id'),
  stageId: equals('stage_id'),
  status: equals('status'),
  ownerId: equals('owner_id'),
  contactId: (id, bind) => ofContact(knownContact(bind(id))),
  namedContactId: (id, bind) => ofContact(bind(id)),
  hasOwnConfidence: equals('has_own_confidence'),
  expectedBefore: (day, bind) => `t.expected_close_date < ${bind(day)}`,
  expectedAfter: (day, bind) => `t.expected_close_date > ${bind(day)}`,
  q: contains('name'),
};

export class SqlDeals
  extends storeOf(SqlStore<Deal, DealFilters>, { ...dealFields, filters, searches: ['q'], sorts: dealSorts })
  implements Deals, PipelineDeals, ContactDeals
{
  async oneOrDeleted(id: string): Promise<Deal> {
    const [deal] = await this.select((bind) => `t.id = ${bind(id)}`, '', 'true');
    return orNotFound(deal);
  }

  async nextPosition(stageId: string): Promise<number> {
    const last = { tail: 'order by t.position desc' };
    return positionAfter(await this.valueOf<number>('t.position', (bind) => `t.stage_id = ${bind(stageId)}`, last));
  }

  async countIn(where: { pipelineId: string } | { stageId: string }): Promise<number> {
    const [condition] = this.filters.all(where);
    const [row] = await this.query((bind) => `select count(*) ${this.rows(bind)} and ${condition!(bind)}`);
    return row!.count as number;
  }

  async followStage(stageId: string, confidence: number): Promise<void> {
    await this.changeEach({ stageId, hasOwnConfidence: false }, (deal) => deal.followStage(confidence));
  }

  async replaceContact(id: string, survivorId: string): Promise<void> {
    await this.changeEach({ namedContactId: id }, (deal) => deal.replaceContact(id, survivorId));
  }

  async summary(pipelineId: string, stageIds: readonly string[]): Promise<Rendered<PipelineSummary>> {
    const rows = await this.query((bind) => {
      const order = `array_position(${bind(stageIds)}::uuid[], t.stage_id)`;
      return `select ${sums} ${this.rows(bind)} and t.pipeline_id = ${bind(pipelineId)}
        group by grouping sets ((t.stage_id, t.currency), (t.currency)) order by ${order}, t.currency`;
    });
    const rendered = (of: Row[], view: { renderRow(row: Row): string }) => of.map((row) => view.renderRow(row)).join();
    const ofStages = rows.filter((row) => row.stage_id !== null);
    const totals = rows.filter((row) => row.stage_id === null);
    return new Rendered(
      `{"stages":[${rendered(ofStages, stageTotalView)}],"totals":[${rendered(totals, currencyTotalView)}]}`,
    );
  }

  protected override eventsOf(deal: Deal, changes: Changes | null = {}): Statement[] {
    return eventRows(deal, deal.fromStageId ? movedDealView : dealView, changes, this.database);
  }

  protected override alsoWritten({ id, newContactIds }: Deal): Statement[] {
    if (!newContactIds) return [];
    return [tenantStatement(dropContacts, id, newContactIds), tenantStatement(addContacts, id, newContactIds)];
  }
}

const weight = "case t.status when 'won' then 100 when 'lost' then 0 else t.confidence end";
/** As text, in which no digit is lost; a product with 0.01 is exact, unlike a quotient. */
const sums = `t.stage_id, t.currency, count(*), coalesce(sum(t.amount_cents), 0)::text as amount_cents,
  round(coalesce(sum(t.amount_cents::numeric * ${weight}), 0) * 0.01)::text as weighted_cents`;

const dropContacts = `delete from deal_contacts t
  where ${ofTenant()} and t.deal_id = $2 and t.contact_id <> all($3::uuid[])`;
const addContacts = `insert into deal_contacts (tenant_id, deal_id, contact_id)
  select $1, $2, given.contact_id from unnest($3::uuid[]) as given (contact_id)
  on conflict (tenant_id, deal_id, contact_id) do nothing`;
