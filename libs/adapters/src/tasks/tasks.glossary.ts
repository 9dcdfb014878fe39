import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const tasksGlossary = glossary(`
Task.title | What is to be done. | "Write the launch post"
title | What is to be done. | "Write the launch post"
description | More about it, as Markdown; null for none. | "For the launch in December."
identifier | KEY-n: the project's identifier and a number that is never given again; null without a project. Former ones go on resolving. | "LAUN-12"
priority | How much it presses; none is the default. | "high"
position | Order among its siblings, for clients: lower first, with gaps of 1,024 to put others between. | 1024
assignee_id | The member who is to do it; null for nobody. |
creator_id | The member who made it; null when an agent or Tandem did. |
parent_id | The task this one is a part of, at most ten deep; null at the top. |
project_id | The project it is in; null for none. Another one is given by \`POST /tasks/{id}/move\`. |
section_id | The section of the project it stands in; null for none. |
status_id | Its status. Setting one of the category completed or canceled completes or cancels the task, an open one reopens it. |
due_at | When it is due, to the instant; null for none. Excludes due_date. |
due_date | The day it is due, all day long and in no zone; null for none. Excludes due_at. | "2026-12-24"
deadline | The day after which doing it has no use any more; null for none. Nothing happens by itself. |
start_date | The day to begin; null for none. |
snoozed_until | Until then it is hidden from default lists; null while it is not. Nothing that is due moves. |
until | When the task comes back; in the future, at most five years ahead. | "2027-01-04T08:00:00Z"
next_occurrence | When the task that follows this one would be due, if it is open and recurring; null otherwise. |
rrule | The rule it recurs by (RFC 5545): see [recurrence](/docs/recurrence). Null for none. |
recurs_from | The task of the series that came before this one; null for none. |
successor_id | The task of the series that follows this one, made when this one was completed; null for none. |
estimation_minutes | How long it should take, in minutes; null for unknown. | 90
time_spent_minutes | How long it took so far, in minutes; null for unknown. |
completed_at | When it was completed; null unless it is. Never set together with canceled_at. |
canceled_at | When it was canceled; null unless it is. |
Task.deleted_at | When it was deleted; null while it lives. It can be restored for 30 days. |
cascade | True completes its open subtasks too. | true
task_id | The task it belongs to. |
author_id | The member who wrote it; null when an agent or Tandem did. |
parent_comment_id | The comment that this one answers; null for the first of a thread. Answers have no answers. |
body | Markdown, 1 to 10,000 characters. | "Looks good to me."
comment_id | The id of the comment. |
link_id | The id of the link. |
entity_type | What the entity_id names: event is an id from outside, which is not looked up. | "note"
entity_id | The record the task is linked to. | "019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa"
`);

export const tasksProblems = problemCodes(`
link_taken                 | 409 | Link taken | The task has this link already. | Read the links of the task.
task_completed             | 409 | Task completed | The task is completed, so this cannot be done. | Reopen the task first.
task_canceled              | 409 | Task canceled | The task is canceled, so this cannot be done. | Reopen the task first.
task_not_recurring         | 409 | Task not recurring | The task has no rrule, so there is no next occurrence to go to. | Give the task an rrule, or change its dates.
series_ended               | 409 | Series ended | The series of the task has no occurrence after this one. | Complete the task, or give it another rrule.
series_continues_elsewhere | 409 | Series continues elsewhere | A task before this one in its series was reopened, so the series goes on there. | Use the task that the series stands at now.
project_deleted            | 409 | Project deleted | The project in which the deleted task stood is deleted too. | Make a new task.
no_longer_fits             | 409 | No longer fits | Where the deleted task stood, others were moved meanwhile: coming back it would nest too deep, or below itself. | Move the tasks around it first.
`);
