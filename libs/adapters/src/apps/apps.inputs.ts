import { type AuthType, authTypes } from '@tandem/domain/apps/app';
import { Nested, OneOf, optional, Text, Url } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

const slug = { max: 63, pattern: /^[a-z0-9][a-z0-9-]{0,62}$/, description: 'such as billing' };

class AppAuthInput {
  @OneOf(authTypes) type!: AuthType;
  @Text({ max: 4000, pattern: /^[\x21-\x7e]+$/, optional: true, description: 'absent keeps the stored one' })
  token?: string;
}

class AppFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Url({ description: 'endpoint of the MCP server; another host clears the stored token' }) url!: string;
  @Nested(AppAuthInput, { optional: true }) auth?: AppAuthInput;
}

export class CreateAppInput extends AppFieldsInput {
  @Text(slug) slug!: string;
}

export class UpdateAppInput extends optional(AppFieldsInput) {
  @Text(slug) slug!: string;
}

export class OfAppInput {
  @Text(slug) slug!: string;
}

export class ListAppToolsInput extends PageInput {
  @Text(slug) slug!: string;
}

export class AcceptAppToolInput {
  @Text(slug) slug!: string;
  @Text({ max: 256 }) name!: string;
  @Text({
    max: 64,
    pattern: /^[0-9a-f]{64}$/,
    optional: true,
    description: 'the definition_hash that was looked at; a tool that changed since is not accepted',
  })
  definitionHash?: string;
}
