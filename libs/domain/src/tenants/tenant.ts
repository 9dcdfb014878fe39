import { clock } from '../core/clock.js';
import { isCurrency } from '../core/currency.js';
import { Entity } from '../core/entity.js';
import { Faults } from '../core/errors.js';
import { areSearchLanguages, searchLanguages } from '../core/search-languages.js';

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
  /** Null once all tasks are ordered by the time zone. */
  zoneChangedAt: Date | null = null;
  defaultCountry: string | null = null;
  settings: unknown = {};
  closedAt: Date | null = null;

  constructor({ slug, ...fields }: TenantFields & { name: string; slug?: string }) {
    super();
    this.id = this.tenantId;
    this.slug = slug ?? slugOf(fields.name, this.id);
    judge(fields);
    this.assign(fields);
    this.record('created');
  }

  /** The currency of amounts by default; settings of earlier versions may have other values. */
  get currency(): string {
    const currency = currencyIn(this.settings);
    return isCurrency(currency) ? currency : 'USD';
  }

  /** Languages in which the search finds other forms of a word; English by default. */
  get searchLanguages(): readonly string[] {
    const { search_languages: languages } = (this.settings ?? {}) as { search_languages?: unknown };
    return areSearchLanguages(languages) ? languages : ['english'];
  }

  protected override get freeJson(): readonly string[] {
    return ['settings'];
  }

  /** Its keys stop working at once; its rows are erased after 30 days. */
  close(): void {
    if (this.closedAt) return;
    this.closedAt = clock.now();
    this.record('closed');
  }

  update(fields: TenantFields): void {
    judge(fields);
    if (fields.timezone && fields.timezone !== this.timezone) this.zoneChangedAt = clock.now();
    this.assign(this.patched(fields));
    this.recordChange();
  }
}

function judge(fields: TenantFields): void {
  const faults = new Faults();
  expectSettings(fields, faults);
  faults.throwIfAny();
}

const currencyIn = (settings: unknown) => (settings as { currency?: unknown } | null | undefined)?.currency;

export function expectSettings({ settings }: TenantFields, faults: Faults): void {
  const languages = (settings as { search_languages?: unknown } | null | undefined)?.search_languages;
  const ofLanguages = `search_languages must be a list of up to 3 of ${searchLanguages.join(', ')}.`;
  const isUnset = languages === undefined || languages === null;
  faults.expect(isUnset || areSearchLanguages(languages), 'settings/search_languages', 'invalid_format', ofLanguages);
  const currency = currencyIn(settings);
  const isAbsent = currency === undefined || currency === null;
  const detail = 'currency must be the three capital letters of a currency such as EUR (ISO 4217).';
  faults.expect(isAbsent || isCurrency(currency), 'settings/currency', 'invalid_format', detail);
}

/** Letters and digits of the name, with the end of the id for uniqueness. */
function slugOf(name: string, id: string): string {
  const plain = name.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return [...words, id.slice(-6)].join('-').slice(-60).replace(/^-/, '');
}
