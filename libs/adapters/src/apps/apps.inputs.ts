import { type AuthType, authTypes } from '@tandem/domain/apps/app';
import { Bool, Described, Nested, OneOf, optional, PageInput, Text, Url } from '@tandem/platform/inputs/inputs';
import { appsGlossary } from './apps.glossary.js';

const slug = {
  max: 63,
  pattern: /^[a-z0-9][a-z0-9-]{0,62}$/,
  form: 'up to 63 lower-case letters, digits and hyphens, such as billing',
  description: 'such as billing',
};
const token = { max: 4000, pattern: /^[\x21-\x7e]+$/, form: 'up to 4,000 visible ASCII characters without blanks' };

@Described(appsGlossary, 'auth')
class AppAuthInput {
  @OneOf(authTypes) type!: AuthType;
  @Text({ ...token, optional: true })
  token?: string;
}

@Described(appsGlossary)
class AppFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Url({ description: 'endpoint of the MCP server, https where a token is sent; another host clears the stored token' })
  url!: string;
  @Nested(AppAuthInput, { optional: true }) auth?: AppAuthInput;
}

@Described(appsGlossary)
export class CreateAppInput extends AppFieldsInput {
  @Text(slug) slug!: string;
}

@Described(appsGlossary)
export class AppBySlug {
  @Text(slug) slug!: string;
}

@Described(appsGlossary)
export class UpdateAppInput extends optional(AppFieldsInput) {
  @Text(slug) slug!: string;
}

@Described(appsGlossary)
export class ListAppToolsInput extends PageInput {
  @Text(slug) slug!: string;
}

@Described(appsGlossary)
export class AcceptAppToolInput extends AppBySlug {
  @Text({ max: 256 }) name!: string;
  @Text({
    max: 64,
    pattern: /^[0-9a-f]{64}$/,
    form: 'the definition_hash of the tool as GET /apps/{slug}/tools gives it, 64 hexadecimal digits',
    optional: true,
    description: 'the definition_hash that was looked at; a tool that changed since is not accepted',
  })
  definitionHash?: string;
  @Bool({ optional: true })
  readOnly?: boolean;
}
