/** Pieces that may be as small as they like, and what those beyond must bring on average. */
const mostSmallPieces = 1000;
const leastPieceBytes = 64;

/** True when a body comes in too many tiny chunks: each costs as much as a chunk a thousand times its size. */
export const areCrumbs = (pieces: number, bytes: number): boolean =>
  pieces > mostSmallPieces && bytes < pieces * leastPieceBytes;
