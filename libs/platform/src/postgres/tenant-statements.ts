import { currentScope } from '@tandem/domain/core/scope';
import type { Statement } from './batch.js';
import { type Bind, Params } from './params.js';

export const ofTenant = (row = 't') => `${row}.tenant_id = $1`;

/** `from … where …`: the rows of the tenant. Stores use `this.rows(bind)` where access policies limit the caller. */
export const rowsOf = (table: string, row = 't') => `from ${table} ${row} where ${ofTenant(row)}`;

/** A statement about rows of the tenant; the values given are `$2` and so on. */
export const tenantStatement = (text: string, ...values: readonly unknown[]): Statement => ({
  text,
  values: [currentScope().tenantId, ...values],
});

export function boundStatement(text: (bind: Bind) => string): Statement {
  const { bind, values } = new Params();
  return { text: text(bind), values };
}
