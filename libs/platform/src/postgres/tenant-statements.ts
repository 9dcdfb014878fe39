import { currentScope } from '@tandem/domain/core/scope';
import type { Statement } from './batch.js';
import { type Bind, Params } from './params.js';

/** The condition on a row that it is of the tenant: of a statement about rows of tenants `$1` is the tenant that is at work. */
export const ofTenant = (row = 't') => `${row}.tenant_id = $1`;

/** `from … where …`: the rows of the tenant. A store says `this.rows(bind)` instead where its caller is not to see all of them. */
export const rowsOf = (table: string, row = 't') => `from ${table} ${row} where ${ofTenant(row)}`;

/** A statement about rows of the tenant; behind it, the values are `$2` and so on. */
export const tenantStatement = (text: string, ...values: readonly unknown[]): Statement => ({
  text,
  values: [currentScope().tenantId, ...values],
});

/** The same with a text that is put together, and binds its values meanwhile. */
export function boundStatement(text: (bind: Bind) => string): Statement {
  const { bind, values } = new Params();
  return { text: text(bind), values };
}
