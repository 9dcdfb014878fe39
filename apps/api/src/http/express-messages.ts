import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Messages } from '@tandem/platform/serving/http-server';

/**
 * The classes of the server's requests and answers. They have the app's prototypes from the beginning: Express would set these on
 * each object, and an object whose prototype is changed is slow in all that Node does with it afterwards.
 */
export function expressMessages(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
