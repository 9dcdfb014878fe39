/** This many chunks may have any size; beyond it, their average must reach `minChunkBytes`. */
const maxTinyChunks = 1000;
const minChunkBytes = 64;

/** True if a body has too many tiny chunks: each costs as much as a chunk a thousand times its size. */
export const areTinyChunks = (chunks: number, bytes: number): boolean =>
  chunks > maxTinyChunks && bytes < chunks * minChunkBytes;
