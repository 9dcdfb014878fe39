import { Country, Described, Email, JsonObject, Nested, optional, Text, Zone } from '@tandem/platform/inputs/inputs';
import { tenantsGlossary } from './tenants.glossary.js';

@Described(tenantsGlossary, 'Owner')
class OwnerInput {
  @Text({ max: 200 }) name!: string;
  @Email() email!: string;
}

@Described(tenantsGlossary, 'Tenant')
class TenantFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Zone({ optional: true }) timezone?: string;
  @Country({ clearable: true }) defaultCountry?: string | null;
  @JsonObject({ clearable: true }) settings?: object | null;
}

@Described(tenantsGlossary, 'Tenant')
export class CreateTenantInput extends TenantFieldsInput {
  @Text({
    max: 60,
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    form: 'up to 60 lower-case letters and digits, with single hyphens between them, such as acme-labs',
    optional: true,
  })
  slug?: string;
  @Nested(OwnerInput) owner!: OwnerInput;
}

export class UpdateTenantInput extends optional(TenantFieldsInput) {}
