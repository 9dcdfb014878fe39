import { Parts } from '../../core/store.js';
import type { TaskComment } from './task-comment.js';

export abstract class TaskComments extends Parts<TaskComment> {}
