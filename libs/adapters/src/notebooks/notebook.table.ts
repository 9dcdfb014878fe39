import { Notebook } from '@tandem/domain/notebooks/notebook';
import { bool, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const notebookTable = table(Notebook, 'notebooks', {
  name: text,
  description: nullable(text),
  color: nullable(text),
  isDefault: bool,
  parentId: nullable(uuid),
  position: int,
  metadata: json,
  deletedAt: nullable(instant),
});
