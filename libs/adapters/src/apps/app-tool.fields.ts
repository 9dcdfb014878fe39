import { AppTool } from '@tandem/domain/apps/app-tool';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, updatedAt } from '@tandem/platform/view/fields';
import {
  bool,
  from,
  instant,
  json,
  jsonObject,
  type Kind,
  nullable,
  shaped,
  text,
  uuid,
} from '@tandem/platform/view/kinds';
import { isQuarantined } from './app-rules.js';

const defined = (field: string, kind: Kind) => {
  const json = (definition: AppTool['definition']) => definition[field] ?? null;
  return from({ column: `t.definition->'${field}'`, property: 'definition' }, shaped(kind.schema, json));
};

export const appToolFields = fields(AppTool, 'app_tools', {
  id,
  appId: shown(uuid, 'The app that offers the tool.'),
  name: shown(text, 'Name of the tool, as reported by the app.', 'find_invoice'),
  definition: hidden(json),
  title: derived(
    defined('title', nullable(text)),
    'Title of the tool, as reported by the app; null if none.',
    'Find an invoice',
  ),
  description: derived(
    defined('description', nullable(text)),
    'Description of the tool, as reported by the app; null if none.',
    'Finds an invoice by its number.',
  ),
  inputSchema: derived(
    defined('inputSchema', jsonObject),
    "JSON Schema of the tool's arguments, as reported by the app.",
    { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  ),
  outputSchema: derived(
    defined('outputSchema', nullable(jsonObject)),
    "JSON Schema of the tool's result, as reported by the app; null if none.",
  ),
  annotations: derived(
    defined('annotations', nullable(jsonObject)),
    'MCP annotations of the tool, as reported by the app; null if none. Tandem treats them as untrusted hints.',
    { readOnlyHint: true },
  ),
  definitionHash: shown(
    text,
    'SHA-256 of the current definition, in hex. Send it when you accept the tool, so that you accept what you ' +
      'reviewed.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  acceptedHash: hidden(text),
  isQuarantined: derived(
    from({ column: isQuarantined }, bool),
    'True while the definition differs from the accepted one: agents do not get the tool.',
    false,
  ),
  isReadOnly: shown(
    bool,
    'True if a member declared, when accepting the tool, that it changes nothing; ' +
      "the app's own annotations are not trusted.",
    false,
  ),
  deletedAt: hidden(nullable(instant)),
  createdAt,
  updatedAt,
});
export const appToolView = appToolFields.view;
