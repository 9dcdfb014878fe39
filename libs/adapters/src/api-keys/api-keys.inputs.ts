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
import { apiKeysGlossary } from './api-keys.glossary.js';

@Described(apiKeysGlossary)
@Judged(expectFuture)
export class CreateApiKeyInput {
  @Text({ max: 200 }) name!: string;
  @OneOf(environments, { optional: true }) environment?: Environment;
  @Scopes({ optional: true }) scopes?: string[];
  @Bool({ optional: true }) isActive?: boolean;
  @Instant({ clearable: true }) expiresAt?: Date | null;
}

@Described(apiKeysGlossary)
@Judged(expectFuture)
class ApiKeyFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Scopes() scopes!: string[];
  @Bool() isActive!: boolean;
  @Instant({ nullable: true }) expiresAt!: Date | null;
}

export class UpdateApiKeyInput extends optional(ApiKeyFieldsInput) {
  @Uuid() id!: string;
}

@Described(apiKeysGlossary)
export class RotateApiKeyInput {
  @Uuid() id!: string;
  @Int({ min: 0, max: 604_800, optional: true, description: 'how long the former key stays valid; default a day' })
  gracePeriodSeconds?: number;
}
