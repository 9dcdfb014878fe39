import type { Presence } from './inputs-fields.js';
import { Text } from './inputs.js';

/** A credential, which programs do not show and do not take as an argument. */
export const Secret = (presence: Presence) =>
  Text({
    ...presence,
    max: 4000,
    pattern: /^[\x21-\x7e]+$/,
    form: 'up to 4,000 visible ASCII characters without spaces',
    format: 'password',
  });
