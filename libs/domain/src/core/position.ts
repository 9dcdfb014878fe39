/** Gap for inserting records between others; positions are int32. */
const positionGap = 1024;
export const lastPosition = 2_147_483_647;

export const positionOf = (number: number): number => Math.min(number * positionGap, lastPosition);

export const positionAfter = (last: number | null | undefined): number =>
  Math.min((last ?? 0) + positionGap, lastPosition);
