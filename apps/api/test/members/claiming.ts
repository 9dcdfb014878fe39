import type { Response } from 'supertest';
import type { World } from '@tandem/testing/world';

let addresses = 0;

interface Claiming {
  token?: string;
  address?: string;
  headers?: Record<string, string>;
}

/**
 * A claim from its own address (behind a trusted proxy), with the code or `token` as bearer; undefined sends no body.
 */
export async function claim(
  world: World,
  body: { code?: string; name?: string } | undefined,
  { token = body?.code ?? '', address = freshAddress(), headers = {} }: Claiming = {},
): Promise<Response> {
  const request = world
    .raw('post', '/api/v1/invitations/claim')
    .set({ authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...headers });
  return body ? request.send(body) : request;
}

export function freshAddress(): string {
  addresses++;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}
