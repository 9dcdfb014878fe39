import { type AuthType, authTypes } from '@tandem/domain/apps/app';
import { Bool, Described, Nested, OneOf, optional, PageInput, Text, Url } from '@tandem/platform/inputs/inputs';
import { Secret } from '@tandem/platform/inputs/secret';
import { appView } from './app.fields.js';
import { appToolView } from './app-tool.fields.js';

const slug = {
  max: 63,
  pattern: /^[a-z0-9][a-z0-9-]{0,62}$/,
  form: 'up to 63 lower-case letters, digits and hyphens, such as billing',
  description: 'slug of the app, such as billing',
};

class AppAuthInput {
  @OneOf(authTypes, {
    description: '`none`, or `bearer`: the token is sent as `Authorization: Bearer`.',
    example: 'bearer',
  })
  type!: AuthType;
  @Secret({
    optional: true,
    description: 'the bearer token; if omitted, the stored one is kept',
    example: 'mcp_3f9c1e77a0',
  })
  token?: string;
}

@Described(appView)
class AppFieldsInput {
  @Text({ max: 200, description: 'name of the app' }) name!: string;
  @Url({ description: 'URL of the MCP server, https if a token is sent; changing the host clears the stored token' })
  url!: string;
  @Nested(AppAuthInput, { optional: true, example: { type: 'bearer', token: 'mcp_3f9c1e77a0' } }) auth?: AppAuthInput;
}

@Described(appView)
export class CreateAppInput extends AppFieldsInput {
  @Text(slug) slug!: string;
}

@Described(appView)
export class AppBySlug {
  @Text(slug) slug!: string;
}

@Described(appView)
export class UpdateAppInput extends optional(AppFieldsInput) {
  @Text(slug) slug!: string;
}

@Described(appView)
export class ListAppToolsInput extends PageInput {
  @Text(slug) slug!: string;
}

@Described(appToolView)
export class AcceptAppToolInput extends AppBySlug {
  @Text({ max: 256, description: 'name of the tool', example: 'Billing' }) name!: string;
  @Text({
    max: 64,
    pattern: /^[0-9a-f]{64}$/,
    form: 'the definition_hash of the tool as returned by GET /apps/{slug}/tools, 64 hexadecimal digits',
    optional: true,
    description: 'the definition_hash that you reviewed; a tool that has changed since is not accepted',
  })
  definitionHash?: string;
  @Bool({
    optional: true,
    description:
      'Declares that the tool, as it is now, changes nothing: agents may then call it without asking, and again ' +
      'after a crash. If omitted, it is unchanged, or false for a definition that changed.',
    example: true,
  })
  readOnly?: boolean;
}
