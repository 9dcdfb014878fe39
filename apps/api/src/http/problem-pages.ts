import express, { type Router } from 'express';
import type { Feature } from '@tandem/platform/feature/feature';
import { fixedAnswer } from './fixed-answers.js';
import { escaped, htmlPage } from './html-page.js';
import { HttpProblem } from './http-problem.js';
import { type ProblemCode, problemCodes, titleOf } from './problem-codes.js';

/** A page for each problem code: what the `type` of a problem document leads to. */
export function problemPages(features: readonly Feature[]): Router {
  const router = express.Router();
  const known = new Map([...codesOfRoutes(features), ...problemCodes]);
  const pageOf = (code: string, problem: ProblemCode) => fixedAnswer('html', () => htmlOf(code, problem));
  const pages = new Map([...known].map(([code, problem]) => [code, pageOf(code, problem)]));
  router.get('/problems/:code', (request, response, next) => {
    const { code } = request.params;
    const send = pages.get(code);
    if (!send) throw new HttpProblem(404, 'not_found', `There is no problem code ${JSON.stringify(code)}.`);
    return send(request, response, next);
  });
  return router;
}

/** A code that only a team's own feature knows is explained by the operation that gives it. */
function codesOfRoutes(features: readonly Feature[]): Map<string, ProblemCode> {
  const codes = new Map<string, ProblemCode>();
  for (const { summary, problems = [] } of features.flatMap(({ routes = [] }) => routes))
    for (const [status, code] of problems.map((problem) => problem.split(' ') as [string, string])) {
      const statuses = [...new Set([...(codes.get(code)?.statuses ?? []), Number(status)])];
      const meaning = `The operation “${summary}” could not be done.`;
      codes.set(code, { statuses, title: titleOf(code), meaning, remedy: 'Look at the detail.' });
    }
  return codes;
}

const htmlOf = (code: string, { statuses, title, meaning, remedy }: ProblemCode) =>
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
