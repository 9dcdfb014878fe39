import { glossary } from '@tandem/platform/view/glossary';

export const projectsGlossary = glossary(`
Project.name | What people call the project. | "Launch"
Status.name | What people call the status. | "In Progress"
Section.name | What people call the section. | "Marketing"
name | What people call it. | "Launch"
identifier | One to ten capitals and digits, the first half of the tasks' identifiers (LAUN-12). Derived from the name where absent; former ones go on resolving. | "LAUN"
description | What it is about, as Markdown; null for none. | "For the launch in December."
Project.status | Where the project stands; it changes nothing but what people see. Default: active. | "active"
status | Where the project stands. | "active"
is_archived | True makes the project and its tasks read-only: writes answer 409 project_archived. | false
is_private | True shows it only to owners, admins and members whose policy names it. | false
next_task_number | The number that the next task gets. Read-only. | 13
default_status_id | The status in which new tasks start; null for the tenant's own default. |
start_date | The day it begins; null for none. | "2026-11-02"
target_date | The day it should be done, not before start_date; null for none. | "2026-12-24"
project_id | The project it belongs to; null for the tenant's own, which tasks without a project have. |
category | What the status means: setting it on a task completes, cancels or reopens the task by this. | "started"
Status.is_default | True for the one status in which new tasks start. | false
is_default | True lets new tasks start in this status, instead of the former default. | false
position | Order in the list, for clients: lower first. | 1024
status_id | The id of the status. |
section_id | The id of the section. |
`);
