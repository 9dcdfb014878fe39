export const daySeconds = 86_400;
export const dayMillis = daySeconds * 1000;
