import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const notesGlossary = glossary(`
title | The note's title; [[…]] with it in another note makes a link: see [links](/docs/links). | "Launch plan"
body | Markdown, at most 1 MiB in UTF-8. What it refers to makes backlinks (the first 10,000 references): see [links](/docs/links). | "Publish **LAUN-12** on Friday, then ask [[Press list]]."
word_count | Words of the body as Unicode cuts them, outside code blocks and addresses. Read-only. | 9
notebook_id | The notebook it is in; the default one where none is given. |
tags | Up to 50 words to find the note by, stored in the Unicode form NFC. | ["launch"]
if_updated_at | The updated_at of the note that you read: where somebody has changed it since, nothing is changed. |
source_url | Where the text comes from; null for none. | "https://example.com/brief"
is_pinned | True keeps it at the top, in clients that do so. | false
is_archived | True for what is kept but out of the way. | false
entity_type | What the entity_id names: event is an id from outside. | "task"
entity_id | The record whose backlinks are asked for; an unknown one has none. |
`);

export const notesProblems = problemCodes(`
note_changed | 409 | Note changed | The note was changed after if_updated_at. It was not changed again. | Read the note again, and repeat the change on what it is now.
`);
