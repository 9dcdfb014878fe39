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
  name: shown(text, 'Name of the tool, as the app gives it.', 'find_invoice'),
  definition: hidden(json),
  title: derived(
    defined('title', nullable(text)),
    'Title of the tool, as the app gives it; null if none.',
    'Find an invoice',
  ),
  description: derived(
    defined('description', nullable(text)),
    "What the tool does, in the app's own words; null if none.",
    'Finds an invoice by its number.',
  ),
  inputSchema: derived(
    defined('inputSchema', jsonObject),
    "JSON Schema of the tool's arguments, as the app gives it.",
    { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  ),
  outputSchema: derived(
    defined('outputSchema', nullable(jsonObject)),
    "JSON Schema of the tool's result, as the app gives it; null if none.",
  ),
  annotations: derived(
    defined('annotations', nullable(jsonObject)),
    "What the app says of the tool's behaviour; null if nothing. Tandem takes it for a hint and believes none of it.",
    { readOnlyHint: true },
  ),
  definitionHash: shown(
    text,
    'SHA-256 of the definition as it is now, in hex; ' +
      'send it when you accept the tool, so that you accept what you looked at.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  acceptedHash: hidden(text),
  isQuarantined: derived(
    from({ column: isQuarantined }, bool),
    'True while the definition differs from the one that was accepted: agents do not get the tool.',
    false,
  ),
  isReadOnly: shown(
    bool,
    'True where a member said, when accepting it, that the tool changes nothing; ' +
      "the app's own annotations are not believed.",
    false,
  ),
  deletedAt: hidden(nullable(instant)),
  createdAt,
  updatedAt,
});
export const appToolView = appToolFields.view;
