import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const projectsGlossary = glossary(`
Project.name | What people call the project. | "Launch"
Status.name | What people call the status. | "In Progress"
Section.name | What people call the section. | "Marketing"
identifier | One to ten capitals and digits, the first half of the tasks' identifiers (LAUN-12). Derived from the name where absent; former ones go on resolving. | "LAUN"
description | What it is about, as Markdown; null for none. | "For the launch in December."
Project.status | Where the project stands; it changes nothing but what people see. Default: active. | "active"
is_archived | True makes the project and its tasks read-only: writes answer 409 project_archived. | false
is_private | True shows it only to owners, admins and members whose policy names it. | false
next_task_number | The number that the next task gets. Read-only. | 13
default_status_id | The status in which new tasks start; null for the tenant's own default. |
start_date | The day it begins; null for none. | "2026-11-02"
target_date | The day it should be done, not before start_date; null for none. | "2026-12-24"
project_id | The project it belongs to; null for the tenant's own, which tasks without a project have. |
category | What the status means: setting it on a task completes, cancels or reopens the task by this. | "started"
Status.is_default | True for the one status in which new tasks start. | false
position | Order in the list, for clients: lower first. | 1024
status_id | The id of the status. |
section_id | The id of the section. |
`);

export const projectsProblems = problemCodes(`
category_taken    | 409 | Category taken | Another record already has this category. | Read the list again and repeat the change.
project_not_empty | 409 | Project not empty | The project has tasks that are not deleted; tasks says how many, counted to 1,000. | Archive the project, or move or delete its tasks first.
project_archived  | 409 | Project archived | The project is archived, so nothing in it can be changed. | Unarchive the project first.
status_is_default | 409 | Status is default | New tasks start in this status, so it cannot go. | Make another status the default first.
last_of_category  | 409 | Last of category | Each category keeps a status, since actions such as complete lead to one. | Add another status of the category first.
status_in_use     | 409 | Status in use | Tasks are in this status, so its category cannot change. | Move the tasks first, or add a new status.
identifier_taken  | 409 | Identifier taken | Another record has, or once had, this identifier. | Choose another identifier.
`);
