import { Store } from '../core/store.js';
import type { TaskComment } from './task-comment.js';

export abstract class TaskComments extends Store<TaskComment> {}
