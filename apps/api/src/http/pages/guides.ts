import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import MarkdownIt from 'markdown-it';
import { fixedResponse } from './fixed-responses.js';
import { escaped, htmlPage } from './html-page.js';

const folder = new URL('../../../../../docs/', import.meta.url);

/** In listed order. The Markdown files are also readable in the repository. */
const files = [
  'guides/getting-started',
  'guides/client',
  'guides/command-line',
  'agents',
  'guides/rights',
  'guides/lists-and-repeats',
  'guides/sorting-and-filtering',
  'guides/search',
  'guides/batches',
  'guides/exports',
  'guides/personal-data',
  'guides/errors',
  'guides/links',
  'guides/deals',
  'guides/recurrence',
  'guides/cron',
  'guides/blueprints',
  'guides/input-templates',
  'guides/models',
  'guides/webhooks',
  'guides/event-stream',
];

interface Guide {
  name: string;
  title: string;
  opening: string;
  html: string;
}

const placeholders = /http:\/\/127\.0\.0\.1:3000|https:\/\/your-tandem\.example/g;

function readGuides(publicUrl: string): Guide[] {
  const markdown = new MarkdownIt();
  // Lets a wide table scroll by itself.
  Object.assign(markdown.renderer.rules, {
    table_open: () => '<div class="table"><table>\n',
    table_close: () => '</table></div>\n',
  });
  return files.map((file) => {
    const source = readFileSync(new URL(`${file}.md`, folder), 'utf8').replace(placeholders, () => publicUrl);
    const html = markdown.render(source).replace(/href="(?:\.\.\/|guides\/)?([a-z-]+)\.md/g, 'href="/docs/$1');
    const title = /^# (.+)$/m.exec(source)![1]!;
    return { name: nameOf(file), title, opening: /<p>([\s\S]*?)<\/p>/.exec(html)![1]!, html };
  });
}

/** A page for each guide at /docs/{name}, and their list at /docs/guides; files are read at the first request. */
export function guidePages(publicUrl: () => string): Record<string, RequestHandler> {
  let known: Guide[] | undefined;
  const guides = () => (known ??= readGuides(publicUrl()));
  const page = (file: string) => () => {
    const { title, html } = guides().find(({ name }) => name === nameOf(file))!;
    return htmlPage(escaped(title), html);
  };
  return {
    ...Object.fromEntries(files.map((file) => [`/docs/${nameOf(file)}`, fixedResponse('html', page(file))])),
    '/docs/guides': fixedResponse('html', () => htmlPage('Guides', listOf(guides()))),
  };
}

const nameOf = (file: string) => file.replace('guides/', '');

function listOf(guides: readonly Guide[]): string {
  const list = guides.map(
    ({ name, title, opening }) => `<h2><a href="/docs/${name}">${escaped(title)}</a></h2>\n<p>${opening}</p>`,
  );
  return `<h1>Guides</h1>\n${list.join('\n')}`;
}
