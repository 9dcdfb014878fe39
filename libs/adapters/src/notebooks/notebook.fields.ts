import { Notebook } from '@tandem/domain/notebooks/notebook';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, int32, nullable, text, uuid } from '@tandem/platform/view/kinds';

export const notebookFields = fields(Notebook, 'notebooks', {
  id,
  tenantId,
  name: shown(text, 'Name of the notebook.', 'Launch'),
  description: shown(nullable(text), 'What it is for; null for none.', 'Everything about the launch in December.'),
  color: shown(nullable(text), 'Display color for clients, such as #3366ff or a name; null for none.', '#3366ff'),
  isDefault: shown(
    bool,
    'True for the one notebook that receives notes without a notebook_id; setting it clears the former default.',
    false,
  ),
  parentId: shown(nullable(uuid), 'The parent notebook; null at the top level. At most ten levels deep.'),
  position: shown(int32, 'Sort order among siblings, for clients: lower first.', 1024),
  metadata,
  createdAt,
  updatedAt,
  deletedAt,
});
export const notebookView = notebookFields.view;
