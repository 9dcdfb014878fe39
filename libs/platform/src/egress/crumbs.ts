/** Pieces that may be as small as they like, and what those beyond must bring on average. */
const mostSmallPieces = 1000;
const leastPieceBytes = 64;

/** True where a body comes in crumbs: each of them costs as much as a piece of a thousand times its size. */
export const areCrumbs = (pieces: number, bytes: number): boolean =>
  pieces > mostSmallPieces && bytes < pieces * leastPieceBytes;
