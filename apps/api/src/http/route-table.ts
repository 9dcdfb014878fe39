import type { RequestHandler } from 'express';
import type { Route } from '@tandem/platform/feature/feature';

/** A route with its handler. */
export interface Handled {
  route: Route;
  handler: RequestHandler;
  /** The parameters of its path, and at which segments they stand. */
  parameters: readonly { name: string; at: number }[];
}

/** A path, or the beginning of one. */
interface Place {
  /** By method, in capitals; empty where a longer path only begins here. */
  readonly byMethod: Map<string, Handled>;
  readonly words: Map<string, Place>;
  /** What follows where a parameter stands. */
  parameter?: Place;
}

const makePlace = (): Place => ({ byMethod: new Map(), words: new Map() });

/** Finds the routes of a path by one look-up for each segment; where both fit, a word goes before a parameter. */
export class RouteTable {
  private readonly root = makePlace();

  add(route: Route, handler: RequestHandler): void {
    const segments = route.path.slice(1).split('/');
    const parameters = segments.flatMap((segment, at) => (segment[0] === ':' ? { name: segment.slice(1), at } : []));
    const place = segments.reduce(placeBelow, this.root);
    place.byMethod.set(route.method.toUpperCase(), { route, handler, parameters });
  }

  /** The routes of the path by method; undefined where there is no such path. */
  find(segments: readonly string[], at = 0, from = this.root): ReadonlyMap<string, Handled> | undefined {
    const segment = segments[at];
    if (segment === undefined) return from.byMethod.size ? from.byMethod : undefined;
    const word = from.words.get(segment);
    const found = word && this.find(segments, at + 1, word);
    return found ?? (from.parameter && segment ? this.find(segments, at + 1, from.parameter) : undefined);
  }
}

function placeBelow(place: Place, segment: string): Place {
  if (segment[0] === ':') return (place.parameter ??= makePlace());
  const below = place.words.get(segment) ?? makePlace();
  place.words.set(segment, below);
  return below;
}
