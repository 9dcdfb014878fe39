/** Positions leave room to put records between others; they are int32. */
export const positionGap = 1024;
export const lastPosition = 2_147_483_647;
