import express, { type Router } from 'express';
import type { Feature } from '@tandem/platform/feature';
import { HttpProblem } from './http-problem.js';
import { type ProblemCode, problemCodes, titleOf } from './problem-codes.js';
import { sendPage } from './reference-pages.js';

/** A page for each problem code: what the `type` of a problem document leads to. */
export function problemPages(features: readonly Feature[]): Router {
  const router = express.Router();
  const known = new Map([...codesOfRoutes(features), ...problemCodes]);
  router.get('/problems/:code', (request, response) => {
    const { code } = request.params;
    const problem = known.get(code);
    if (!problem) throw new HttpProblem(404, 'not_found', `There is no problem code ${JSON.stringify(code)}.`);
    sendPage(response, page(code, problem));
  });
  return router;
}

/** A code that only a team's own feature knows is explained by the operation that gives it. */
function codesOfRoutes(features: readonly Feature[]): [code: string, of: ProblemCode][] {
  return features
    .flatMap(({ routes = [] }) => routes)
    .flatMap(({ summary, problems = [] }) =>
      problems.map((problem): [string, ProblemCode] => {
        const [status, code] = problem.split(' ') as [string, string];
        const meaning = `The operation “${summary}” could not be done.`;
        return [code, { statuses: [Number(status)], title: titleOf(code), meaning, remedy: 'Look at the detail.' }];
      }),
    );
}

const page = (code: string, { statuses, title, meaning, remedy }: ProblemCode) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Tandem</title>
<style>
:root { color-scheme: light dark; }
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto 0; padding: 0 1.5rem; }
h1 { line-height: 1.2; margin: 0 0 1.5rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 0.25rem; opacity: 0.65; }
p { margin: 0; }
code { font-family: ui-monospace, monospace; }
footer { margin-top: 3rem; }
</style>
</head>
<body>
<main>
<p><code>${statuses.join(' or ')} ${escaped(code)}</code></p>
<h1>${escaped(title)}</h1>
<h2>What it means</h2>
<p>${escaped(meaning)}</p>
<h2>What to do</h2>
<p>${escaped(remedy)}</p>
</main>
<footer><a href="/docs">API reference</a></footer>
</body>
</html>
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);
