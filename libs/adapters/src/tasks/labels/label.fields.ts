import { Label } from '@tandem/domain/tasks/labels/label';
import { fields } from '@tandem/platform/store/table';
import { createdAt, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { nullable, text } from '@tandem/platform/view/kinds';

export const labelFields = fields(Label, 'labels', {
  id,
  tenantId,
  name: shown(text, 'Name of the label, unique in the workspace regardless of letter case.', 'Bug'),
  color: shown(text, 'Display color: # and six hexadecimal digits.', '#d73a4a'),
  description: shown(nullable(text), 'What the label means; null for none.', 'Something does not work'),
  foldedName: hidden(text),
  createdAt,
  updatedAt,
});
export const labelView = labelFields.view;
