import { Entity } from '../core/entity.js';

export interface TenantFields {
  name?: string;
  timezone?: string;
  defaultCountry?: string | null;
  settings?: unknown;
}

/** A workspace that contains all other records. Its id is their `tenant_id`. */
export class Tenant extends Entity {
  static readonly resourceType = 'tenant';
  name!: string;
  slug: string;
  timezone = 'UTC';
  defaultCountry: string | null = null;
  settings: unknown = {};

  constructor({ slug, ...fields }: TenantFields & { name: string; slug?: string }) {
    super();
    this.id = this.tenantId;
    this.slug = slug ?? slugOf(fields.name, this.id);
    this.assign(fields);
    this.record('created');
  }

  protected override get freeJson(): readonly string[] {
    return ['settings'];
  }

  update(fields: TenantFields): void {
    this.assign(this.patched(fields));
    this.recordChange();
  }
}

/** Letters and digits of the name, with the end of the id for uniqueness. */
function slugOf(name: string, id: string): string {
  const plain = name.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return [...words, id.slice(-6)].join('-').slice(-60).replace(/^-/, '');
}
