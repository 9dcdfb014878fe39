import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Response, type Router } from 'express';
import type { Feature } from '@tandem/platform/feature';
import { openapiDocument } from './openapi/openapi-document.js';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const served = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The OpenAPI document and the reference made from it, from this server alone. */
export function referencePages(features: readonly Feature[]): Router {
  const router = express.Router();
  let text: string | undefined;
  router.get('/openapi.json', (_request, response) => {
    text ??= JSON.stringify(openapiDocument(features));
    response.type('json').send(text);
  });
  router.get('/docs', (_request, response) => sendPage(response, page));
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(start));
  for (const file of served)
    router.get(`/docs/${file}`, (_request, response) => response.sendFile(join(assets, file), { maxAge: '1h' }));
  return router;
}

/** Over plain HTTP a browser must fetch the page's own files by HTTP too. */
export function sendPage(response: Response, html: string): void {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  if (!response.req.secure)
    response.setHeader('content-security-policy', policy.replace(/;?\s*upgrade-insecure-requests/, ''));
  response.type('html').send(html);
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>body { margin: 0; }</style>
</head>
<body>
<noscript>The reference needs JavaScript; the description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
});
`;
