import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const notebooksGlossary = glossary(`
name | What people call the notebook. | "Launch"
description | What it is for; null for none. | "Everything about the launch in December."
color | How clients may show it, such as #3366ff or a name; null for none. | "#3366ff"
is_default | True for the one notebook that takes notes without a notebook_id; true takes it over from the former one. | false
parent_id | The notebook this one is in; null at the top. At most ten deep. |
position | Order among its siblings, for clients: lower first. | 1024
`);

export const notebooksProblems = problemCodes(`
default_notebook | 409 | Default notebook | The default notebook cannot be deleted or lose its place without a successor. | Make another notebook the default first.
`);
