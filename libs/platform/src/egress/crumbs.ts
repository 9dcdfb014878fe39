/** So many pieces may be as small as they like; with more of them, the average piece must have so many bytes. */
const mostSmallPieces = 1000;
const leastPieceBytes = 64;

/** True when a body comes in too many tiny chunks: each costs as much as a chunk a thousand times its size. */
export const areCrumbs = (pieces: number, bytes: number): boolean =>
  pieces > mostSmallPieces && bytes < pieces * leastPieceBytes;
