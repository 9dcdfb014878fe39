import { type Environment, environments, expectFuture } from '@tandem/domain/api-keys/api-key';
import {
  Bool,
  Described,
  Instant,
  Int,
  Judged,
  OneOf,
  optional,
  Scopes,
  Text,
  Uuid,
} from '@tandem/platform/inputs/inputs';
import { apiKeyView } from './api-key.fields.js';

@Described(apiKeyView)
@Judged(expectFuture)
class ApiKeyFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Scopes({ optional: true }) scopes?: string[];
  @Bool({ optional: true }) isActive?: boolean;
  @Instant({ clearable: true }) expiresAt?: Date | null;
}

@Described(apiKeyView)
export class CreateApiKeyInput extends ApiKeyFieldsInput {
  @OneOf(environments, { optional: true }) environment?: Environment;
}

export class UpdateApiKeyInput extends optional(ApiKeyFieldsInput) {
  @Uuid() id!: string;
}

@Described(apiKeyView)
export class RotateApiKeyInput {
  @Uuid() id!: string;
  @Int({
    min: 0,
    max: 604_800,
    optional: true,
    description: 'how long the former key stays valid, in seconds; default one day',
    example: 3600,
  })
  gracePeriodSeconds?: number;
}
