import { Parts } from '../../core/parts.js';
import type { TaskComment } from './task-comment.js';

export abstract class TaskComments extends Parts<TaskComment> {}
