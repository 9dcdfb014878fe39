/** So many chunks may be as small as they like; with more of them, the average chunk must have so many bytes. */
const maxTinyChunks = 1000;
const minChunkBytes = 64;

/** True when a body comes in too many tiny chunks: each costs as much as a chunk a thousand times its size. */
export const areTinyChunks = (chunks: number, bytes: number): boolean =>
  chunks > maxTinyChunks && bytes < chunks * minChunkBytes;
