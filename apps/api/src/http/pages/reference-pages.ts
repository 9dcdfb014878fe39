import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import type { Feature } from '@tandem/platform/feature/feature';
import { fixedResponse, leaveOutOfPolicy } from './fixed-responses.js';
import { guidePages } from './guides.js';
import { htmlDocument } from './html-page.js';
import { openapiDocument } from '../openapi/openapi-document.js';
import { refuseChanges } from '../refuse-method.js';

/** Only the built script of this package is used; the rest is a plugin for another framework. */
const plugin = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
const script = join(dirname(plugin), 'js/standalone.js');
const assetCacheSeconds = 3600;

/** The OpenAPI document, its reference and the guides, without files from elsewhere. */
export function referencePages(features: readonly Feature[], publicUrl: () => string): Router {
  const pages: Record<string, RequestHandler> = {
    '/openapi.json': fixedResponse('json', () => JSON.stringify(openapiDocument(features))),
    '/docs': fixedResponse('html', () => page),
    '/docs/start.js': fixedResponse('js', () => start),
    '/docs/reference.js': fixedResponse('js', () => readFile(script), assetCacheSeconds),
    '/docs/icon.svg': fixedResponse('svg', () => icon, assetCacheSeconds),
    ...guidePages(publicUrl),
  };
  const router = express.Router().use(['/docs', '/problems'], offline);
  for (const [path, handler] of Object.entries(pages)) router.route(path).get(handler).all(refuseChanges);
  return router;
}

/** Forbids fonts and styles from other hosts, which the defaults allow over https. */
const offline: RequestHandler = (_request, response, next) => {
  leaveOutOfPolicy(response, / https:(?=[ ;]|$)/g);
  next();
};

const page = htmlDocument(
  'Tandem API reference',
  `html, body { margin: 0; overflow-x: clip; }
#reference .endpoint-path { white-space: normal; overflow-wrap: anywhere; }
#reference .tab-list { flex-wrap: wrap; }`,
  `<noscript>The reference needs JavaScript; the description itself is at <a href="/openapi.json">/openapi.json</a>, \
and the <a href="/docs/guides">guides</a> can be read without.</noscript>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`,
);

const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: true,
  authentication: { preferredSecurityScheme: 'bearer' },
});
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
<circle cx="11" cy="16" r="9" fill="#1d4ed8"/>\
<circle cx="21" cy="16" r="9" fill="#f59e0b" fill-opacity=".85"/></svg>
`;
