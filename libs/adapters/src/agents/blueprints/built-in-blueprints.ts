import { Assistant } from '@tandem/domain/agents/blueprints/assistant.blueprint';
import { ContactDedupe } from '@tandem/domain/agents/blueprints/contact-dedupe.blueprint';
import { Echo } from '@tandem/domain/agents/blueprints/echo.blueprint';
import { HttpCheck } from '@tandem/domain/agents/blueprints/http-check.blueprint';
import { NoteLinker } from '@tandem/domain/agents/blueprints/note-linker.blueprint';
import { NotesToTasks } from '@tandem/domain/agents/blueprints/notes-to-tasks.blueprint';
import { OverdueTriage } from '@tandem/domain/agents/blueprints/overdue-triage.blueprint';
import { StaleTaskSweep } from '@tandem/domain/agents/blueprints/stale-task-sweep.blueprint';
import { TaskBreakdown } from '@tandem/domain/agents/blueprints/task-breakdown.blueprint';
import { TaskDigest } from '@tandem/domain/agents/blueprints/task-digest.blueprint';

export const builtInBlueprints = [
  Echo,
  TaskDigest,
  OverdueTriage,
  StaleTaskSweep,
  ContactDedupe,
  HttpCheck,
  NoteLinker,
  Assistant,
  NotesToTasks,
  TaskBreakdown,
];
