import { Country, Email, JsonObject, Nested, optional, Text, Zone } from '@tandem/platform/inputs';

export class OwnerInput {
  @Text({ max: 200 }) name!: string;
  @Email() email!: string;
}

export class TenantFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Zone({ optional: true }) timezone?: string;
  @Country({ optional: true, nullable: true, description: 'ISO 3166-1 alpha-2' })
  defaultCountry?: string | null;
  @JsonObject({ optional: true, nullable: true }) settings?: object | null;
}

export class CreateTenantInput extends TenantFieldsInput {
  @Text({ max: 60, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, optional: true }) slug?: string;
  @Nested(OwnerInput) owner!: OwnerInput;
}

export class UpdateTenantInput extends optional(TenantFieldsInput) {}
