import { conflict } from '../../core/errors.js';

export const maxTaskLabels = 50;

export function withLabel(labelIds: readonly string[], id: string): readonly string[] {
  if (labelIds.includes(id)) return labelIds;
  if (labelIds.length < maxTaskLabels) return [...labelIds, id];
  throw conflict('too_many_labels', `A task has at most ${maxTaskLabels} labels.`);
}
