import express, { type Request, type Response, type Router } from 'express';
import { apiPrefix, type Edge } from './edge.js';
import { version } from './openapi/openapi-document.js';

/** Who opens the address of the server or of its API is led to the reference: a browser at once, a program by links. */
export function welcome(edge: Pick<Edge, 'publicUrl'>): Router {
  const router = express.Router();
  const lead = (request: Request, response: Response): void => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') return response.redirect('/docs');
    const to = (path: string) => edge.publicUrl + path;
    response.set('Cache-Control', 'no-cache').json({
      name: 'Tandem',
      version,
      api: to(apiPrefix),
      documentation: to('/docs'),
      openapi: to('/openapi.json'),
      health: to('/readyz'),
    });
  };
  return router.get('/', lead).get(apiPrefix, lead);
}
