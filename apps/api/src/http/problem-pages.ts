import express, { type RequestHandler, type Router } from 'express';
import type { Feature } from '@tandem/platform/feature/feature';
import { fixedAnswer } from './fixed-answers.js';
import { escaped, htmlPage } from './html-page.js';
import { HttpProblem } from './http-problem.js';
import { type ProblemCode, problemCodes, titleOf } from './problem-codes.js';

/** A page for each problem code: what the `type` of a problem document leads to. */
export function problemPages(features: readonly Feature[]): Router {
  const router = express.Router();
  const known = new Map([...codesOfRoutes(features), ...problemCodes]);
  const pages = new Map(
    [...known].map(([code, problem]): [string, RequestHandler] => [
      code,
      fixedAnswer('html', () => page(code, problem)),
    ]),
  );
  router.get('/problems/:code', (request, response, next) => {
    const { code } = request.params;
    const send = pages.get(code);
    if (!send) throw new HttpProblem(404, 'not_found', `There is no problem code ${JSON.stringify(code)}.`);
    return send(request, response, next);
  });
  return router;
}

/** A code that only a team's own feature knows is explained by the operation that gives it. */
function codesOfRoutes(features: readonly Feature[]): [code: string, of: ProblemCode][] {
  const told = features
    .flatMap(({ routes = [] }) => routes)
    .flatMap(({ summary, problems = [] }) => problems.map((problem) => ({ summary, problem })));
  return told.map(({ summary, problem }) => {
    const code = problem.slice(4);
    const all = told
      .filter((other) => other.problem.slice(4) === code)
      .map((other) => Number(other.problem.slice(0, 3)));
    const statuses = [...new Set(all)];
    const meaning = `The operation “${summary}” could not be done.`;
    return [code, { statuses, title: titleOf(code), meaning, remedy: 'Look at the detail.' }];
  });
}

const page = (code: string, { statuses, title, meaning, remedy }: ProblemCode) =>
  htmlPage(
    escaped(title),
    `<p class="code"><code>${statuses.join(' or ')} ${escaped(code)}</code></p>
<h1>${escaped(title)}</h1>
<h2>What it means</h2>
<p>${escaped(meaning)}</p>
<h2>What to do</h2>
<p>${escaped(remedy)}</p>
<p><a href="/docs/errors">How errors are told</a></p>`,
  );
