import { expectSettings } from '@tandem/domain/tenants/tenant';
import {
  Country,
  Described,
  Email,
  JsonObject,
  Judged,
  Nested,
  optional,
  Text,
  Zone,
} from '@tandem/platform/inputs/inputs';
import { tenantView } from './tenant.fields.js';

class OwnerInput {
  @Text({ max: 200, description: 'name of the first member, who owns the workspace', example: 'Ada Lovelace' })
  name!: string;
  @Email({ description: "the member's e-mail address", example: 'ada@example.com' }) email!: string;
}

@Described(tenantView)
@Judged(expectSettings)
class TenantFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Zone({ optional: true }) timezone?: string;
  @Country({ clearable: true }) defaultCountry?: string | null;
  @JsonObject({ clearable: true }) settings?: object | null;
}

@Described(tenantView)
export class CreateTenantInput extends TenantFieldsInput {
  @Text({
    max: 60,
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    form: 'up to 60 lower-case letters and digits, with single hyphens between them, such as acme-labs',
    optional: true,
  })
  slug?: string;
  @Nested(OwnerInput, { description: 'the first member, who owns the workspace' }) owner!: OwnerInput;
}

export class UpdateTenantInput extends optional(TenantFieldsInput) {}
