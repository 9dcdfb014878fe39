import { Entity } from '../core/entity.js';

export interface TenantFields {
  name?: string;
  timezone?: string;
  defaultCountry?: string | null;
  settings?: unknown;
}

/** A workspace: everything else belongs to one. Its id is the `tenant_id` of all its records. */
export class Tenant extends Entity {
  static readonly noun = 'tenant';
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

/** The letters and digits of the name, and the end of the id, so that no two tenants get the same. */
function slugOf(name: string, id: string): string {
  const plain = name.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return [...words, id.slice(-6)].join('-').slice(-60).replace(/^-/, '');
}
